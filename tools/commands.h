#pragma once
#include <CLI/CLI.hpp>

namespace atto::tools {

// Each adds a subcommand with its flags and help; it throws Error or Problems for what the user can
// mend. The number is what `atto` exits with.

/// `atto run`: computes and prints values.
CLI::App* add_run(CLI::App& app, int& exit_code);
/// `atto generate`: text that follows a prompt.
CLI::App* add_generate(CLI::App& app, int& exit_code);
/// `atto score`: how likely a text is.
CLI::App* add_score(CLI::App& app, int& exit_code);
/// `atto embed`: a vector for each text.
CLI::App* add_embed(CLI::App& app, int& exit_code);
/// `atto bench`: time and memory.
CLI::App* add_bench(CLI::App& app, int& exit_code);
/// `atto compare`: where a model differs from a reference.
CLI::App* add_compare(CLI::App& app, int& exit_code);
/// `atto check`: every problem of every file.
CLI::App* add_check(CLI::App& app, int& exit_code);
/// `atto show`: nodes, plan, the file with its parents merged in.
CLI::App* add_show(CLI::App& app, int& exit_code);
/// `atto weights`: the tensors of a checkpoint, and who reads them.
CLI::App* add_weights(CLI::App& app, int& exit_code);
/// `atto new-model`: the beginning of a YAML file for a checkpoint.
CLI::App* add_new_model(CLI::App& app, int& exit_code);
/// `atto ops`: the operators.
CLI::App* add_ops(CLI::App& app, int& exit_code);
/// `atto tokenize`: text to token ids and back.
CLI::App* add_tokenize(CLI::App& app, int& exit_code);
/// `atto schema`: the JSON schema of the language.
CLI::App* add_schema(CLI::App& app, int& exit_code);

}  // namespace atto::tools
