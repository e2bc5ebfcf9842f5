#include "framework/text/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <cstdint>

#include "framework/text/newer_characters.h"
#include "framework/text/pattern_syntax.h"

namespace atto {
namespace {

template <auto release>
struct Release {
  template <class T>
  void operator()(T* object) const {
    release(object);
  }
};
template <class T, auto release>
using Handle = std::unique_ptr<T, Release<release>>;

PCRE2_SPTR units(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

std::string message_of(int code) {
  char message[256];
  pcre2_get_error_message(code, reinterpret_cast<PCRE2_UCHAR*>(message), sizeof message);
  return message;
}

/// What a thread needs to match.
struct Matcher {
  static constexpr std::size_t kLargestStack = std::size_t{1} << 30;  // reserved, used as needed

  // Of steps that a match may take: many for each byte, and not as many as an expression like
  // (a+)+b would take that tries every way to part a text.
  static constexpr std::size_t kStepsPerByte = 1000;
  static constexpr std::size_t kMoreSteps = 10'000'000;

  Matcher() {
    for (const auto* context : {&quick, &deep}) {
      pcre2_set_depth_limit(context->get(), UINT32_MAX);
      pcre2_set_heap_limit(context->get(), UINT32_MAX);
    }
  }
  static Matcher& of_this_thread() {
    static thread_local Matcher matcher;
    return matcher;
  }
  /// The same as PCRE2's, with as much memory as it takes.
  int match(const pcre2_code* code, std::string_view text, std::size_t from) {
    const std::size_t steps = kMoreSteps + kStepsPerByte * (text.size() - from);
    for (const auto* context : {&quick, &deep})
      pcre2_set_match_limit(context->get(),
                            static_cast<std::uint32_t>(std::min<std::size_t>(steps, UINT32_MAX)));
    const int found = pcre2_jit_match(code, units(text), text.size(), from, PCRE2_NO_UTF_CHECK,
                                      data.get(), quick.get());
    return found >= PCRE2_ERROR_NOMATCH ? found : match_deep(code, text, from, found);
  }
  int match_deep(const pcre2_code* code, std::string_view text, std::size_t from, int error) {
    if (error == PCRE2_ERROR_JIT_STACKLIMIT) {
      if (!stack) {
        stack.reset(pcre2_jit_stack_create(1 << 20, kLargestStack, nullptr));
        pcre2_jit_stack_assign(deep.get(), nullptr, stack.get());
      }
      const int found = pcre2_jit_match(code, units(text), text.size(), from, PCRE2_NO_UTF_CHECK,
                                        data.get(), deep.get());
      if (found >= PCRE2_ERROR_NOMATCH) return found;
    }
    return pcre2_match(code, units(text), text.size(), from, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT,
                       data.get(), deep.get());
  }

  Handle<pcre2_match_data, pcre2_match_data_free> data{pcre2_match_data_create(1, nullptr)};
  Handle<pcre2_match_context, pcre2_match_context_free> quick{pcre2_match_context_create(nullptr)};
  Handle<pcre2_match_context, pcre2_match_context_free> deep{pcre2_match_context_create(nullptr)};
  Handle<pcre2_jit_stack, pcre2_jit_stack_free> stack;
};

}  // namespace

/// A text, or code of PCRE2.
struct Pattern::Program {
  std::string literal;
  Handle<pcre2_code, pcre2_code_free> code;
};

struct Pattern::Compiled {
  Program program;
  Program for_newer;  // for text with newer characters than PCRE2 may know
  bool differ = false;
};

Pattern::Pattern(std::unique_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

Pattern Pattern::literal(std::string text) {
  auto compiled = std::make_unique<Compiled>();
  compiled->program.literal = std::move(text);
  return Pattern(std::move(compiled));
}

Pattern Pattern::regex(const std::string& expression) {
  const auto compile = [&](const std::string& translated) {
    const Handle<pcre2_compile_context, pcre2_compile_context_free> context(
        pcre2_compile_context_create(nullptr));
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    int error = 0;
    std::size_t at = 0;
    Handle<pcre2_code, pcre2_code_free> code(pcre2_compile(units(translated), translated.size(),
                                                           PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE,
                                                           &error, &at, context.get()));
    require(code != nullptr, "regular expression '", expression, "': ", message_of(error),
            ", at byte ", at, " of '", translated, "'");
    pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE);
    return code;
  };
  auto compiled = std::make_unique<Compiled>();
  const std::string translated = pcre2_expression(expression, false);
  const std::string with_newer = pcre2_expression(expression, true);
  compiled->program.code = compile(translated);
  compiled->differ = translated != with_newer;
  if (compiled->differ) compiled->for_newer.code = compile(with_newer);
  return Pattern(std::move(compiled));
}

Pattern Pattern::from(const JsonPlace& place) {
  JsonFields fields(place);
  const bool is_regex = fields.has("Regex");
  const JsonPlace value = fields.required(is_regex ? "Regex" : "String");
  fields.finish();
  if (!is_regex) return literal(value.string());
  try {
    return regex(value.string());
  } catch (const Error& error) {
    value.fail(error.message());
  }
}

const Pattern::Program& Pattern::program_for(std::string_view text) const {
  return compiled_->differ && has_newer_character(text) ? compiled_->for_newer : compiled_->program;
}

bool Pattern::find(const Program& program, std::string_view text, std::size_t from,
                   std::size_t& begin, std::size_t& end) {
  if (!program.code) {
    begin = text.find(program.literal, from);
    end = begin + program.literal.size();
    return begin != std::string_view::npos;
  }
  Matcher& matcher = Matcher::of_this_thread();
  const int found = matcher.match(program.code.get(), text, from);
  if (found == PCRE2_ERROR_NOMATCH) return false;
  require(found != PCRE2_ERROR_MATCHLIMIT,
          "a regular expression of the tokenizer takes too many steps on this text; it tries too "
          "many ways to match");
  require(found >= 0, "a regular expression cannot be matched: ", message_of(found));
  const PCRE2_SIZE* bounds = pcre2_get_ovector_pointer(matcher.data.get());
  begin = bounds[0];
  end = bounds[1];
  return true;
}

}  // namespace atto
