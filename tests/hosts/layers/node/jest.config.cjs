// Jest's own module system knows CommonJS alone: what is published as ES modules is transformed on the way.
module.exports = {
  transform: {
    '\\.m?js$': ['babel-jest', { plugins: ['@babel/plugin-transform-modules-commonjs', '@babel/plugin-transform-dynamic-import'] }],
  },
  transformIgnorePatterns: [],
}
