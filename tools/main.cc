#include <cerrno>
#include <cstdio>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "framework/core/error.h"
#include "framework/data/file.h"
#include "tools/commands.h"

namespace {

constexpr const char* kFooter = R"(
Examples:
  atto run configs/article.yaml              compute and print what the file shows
  atto generate my-model --prompt 'Once'     text that follows a prompt, of a Hugging Face folder
  atto check models/*.yaml                   every mistake in these files
  atto show models/article.yaml --plan       what would run, and in which memory
  atto weights my-model                      the tensors of a checkpoint, and who reads them
  atto compare my-model --against float64    where rounding or a mistake changes values
  atto ops softmax                           what an operator takes, gives and means
  atto bench configs/article.yaml            how long it takes, and each of its nodes
  atto tokenize my-model 'Hello, world!'     the token ids of a text

Exit codes: 0 done; 1 something in a file, a flag or an input is wrong, and the message says what;
            134 a bug of atto.
`atto COMMAND --help` explains a command.)";

int fail(const std::string& report) {
  std::fprintf(stderr, "%s\n", report.c_str());
  return 1;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// What is wrong with the flags, in our words where CLI11's say less.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  const CLI::App& command = commands.empty() ? app : *commands.front();
  std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    const std::string extra = command.remaining(true).front();
    std::vector<std::string> known;
    if (extra.starts_with("-")) {
      for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      message = atto::text("there is no flag '", extra, "'", atto::did_you_mean(extra, known));
    } else if (commands.empty()) {
      known = commands_of(app);
      message = atto::text("there is no command '", extra, "'", atto::did_you_mean(extra, known),
                           "; there are ", atto::list_of(known, 100));
    } else {
      message = atto::text("'", extra, "' is one argument too many");
    }
  }
  const std::string name = commands.empty() ? "atto" : "atto " + command.get_name();
  return atto::text("error: ", message, "\n'", name, " --help' explains the flags");
}

/// The exit code, or 1 with a message where not all that was printed could be written.
int written(int exit_code) {
  const bool flushed = std::fflush(stdout) == 0;
  const std::string why = flushed ? "" : atto::text(": ", atto::system_message(errno));
  if (flushed && !std::ferror(stdout) && std::cout.flush()) return exit_code;
  return fail(atto::text("error: standard output could not be written", why));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("atto checks, runs and shows models that are described in YAML.", "atto");
  app.footer(kFooter);
  app.set_help_all_flag("--help-all", "Print the help of every command");
  int exit_code = 0;
  atto::tools::add_run(app, exit_code);
  atto::tools::add_generate(app, exit_code);
  atto::tools::add_score(app, exit_code);
  atto::tools::add_embed(app, exit_code);
  atto::tools::add_check(app, exit_code);
  atto::tools::add_bench(app, exit_code);
  atto::tools::add_show(app, exit_code);
  atto::tools::add_weights(app, exit_code);
  atto::tools::add_compare(app, exit_code);
  atto::tools::add_new_model(app, exit_code);
  atto::tools::add_ops(app, exit_code);
  atto::tools::add_tokenize(app, exit_code);
  atto::tools::add_schema(app, exit_code);
  try {
    app.parse(argc, argv);
    if (!app.get_subcommands().empty()) return written(exit_code);
    return fail(atto::text("error: a command is missing; there are ",
                           atto::list_of(commands_of(app), 100), "\n'atto --help' explains them"));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return written(app.exit(error));  // --help
    return fail(explain(app, error));
  } catch (const atto::Problems& problems) {
    return fail(problems.report());
  } catch (const atto::Error& error) {
    return fail(error.report());
  } catch (const std::bad_alloc&) {
    return fail("error: there is not enough memory");
  }
}
