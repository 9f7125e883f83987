export { createDirectory, type Directory } from './directory.js'
export { followConfig, type Follower } from './followConfig.js'
