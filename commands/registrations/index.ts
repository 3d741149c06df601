/** May this number send: registrations, and what operators do about them. */
export { a2pPlace, a2pRequest, changeA2pPrefix, numberBlocked, saveA2pDraft, textPrefix } from './a2p.ts';
export { assignRequest as assign, escalateA2p, escalateTollfree, noteRequest as note } from './desk.ts';
export { checkTollfree, followTollfree, isAskedStill, verifyTollfree } from './tollfree.ts';
export { advanceA2p } from './advance.ts';
export { changeRegistrationPolicy, registrationPolicy, requireRegistration } from './policy.ts';
export { a2pTold, hearA2p } from './hear.ts';
export { a2pUseCases, cancelA2p, completeA2pStep, resendA2pCode, submitBrand, submitCampaign } from './submit.ts';
