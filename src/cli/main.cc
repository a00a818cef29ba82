#include "cli/command_line.h"

int main(int argc, char** argv) { return trestle::RunCommandLine(argc, argv); }
