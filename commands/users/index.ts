export { startImpersonation, stopImpersonation } from './impersonation.ts';
export {
  changePassword,
  inspectToken,
  invite,
  judgePassword,
  requestPasswordReset,
  resetPassword,
  setPasswordOf,
} from './password.ts';
export { changeProfile, changeSettings, confirmA2p } from './profile.ts';
export { registerUser } from './register.ts';
export {
  addAuthenticator,
  confirmIdentity,
  proposeAuthenticator,
  removeSecondFactor,
  renameSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorsOf,
} from './second-factor.ts';
export { addPasskey, askForPasskey, proposePasskey } from './passkeys.ts';
export { changeSignInPolicy, secondFactorRequired, signInPolicy } from './sign-in-policy.ts';
export { completeSignIn, signIn, signInWithPasskey, signOut } from './sign-in.ts';
