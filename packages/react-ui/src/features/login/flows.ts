// What a press on a way to log in starts. A module of its own, so that it loads on the way to the press; not the whole door of
// core, which a bundler would then take into the modal's own code.
export { startEmailLogin, startFarcasterLogin, startKnownLogin, startSocialLogin } from '@portico/core/embedded'
