#include <cstdio>
#include <exception>

#include "framework/core/error.h"
#include "tools/commands.h"

namespace {

constexpr const char* kFooter = R"(
Examples:
  atto run configs/article.yaml              compute and print what the file shows
  atto check models/*.yaml                   every mistake in these files
  atto show models/article.yaml --plan       what would run, and in which memory
  atto ops softmax                           what an operator takes, gives and means

Exit codes: 0 done; 1 something in a file, a flag or an input is wrong, and the message says what;
            134 a bug of atto.
`atto COMMAND --help` explains a command.)";

int fail(const char* report) {
  std::fprintf(stderr, "%s\n", report);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("atto checks, runs and shows models that are described in YAML.");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Print the help of every command");
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    return atto::text("error: ", error.what(), "\n", "'", failed->get_display_name(),
                      " --help' shows the flags\n");
  });
  int exit_code = 0;
  atto::tools::add_run(app, exit_code);
  atto::tools::add_check(app, exit_code);
  atto::tools::add_show(app, exit_code);
  atto::tools::add_ops(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 1;
  } catch (const atto::Problems& problems) {
    return fail(problems.what());
  } catch (const atto::Error& error) {
    return fail(error.what());
  } catch (const std::bad_alloc&) {
    return fail("error: there is not enough memory");
  }
  return exit_code;
}
