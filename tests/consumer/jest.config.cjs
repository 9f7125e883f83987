module.exports = {
  testMatch: ['**/src/jest/*.test.cjs'],
  // Packages are ES modules: Babel makes CommonJS of them, and of what they import.
  transform: { '\\.[cm]?js$': ['babel-jest', { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }] },
  transformIgnorePatterns: [],
}
