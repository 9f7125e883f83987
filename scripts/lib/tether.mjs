// For `node --import`: the program ends when its input closes, which a pipe does when the process that holds it dies, however it dies.
process.stdin.resume().once('end', () => process.exit(0))
