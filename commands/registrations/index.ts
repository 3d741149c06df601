export { a2pRequest, changeA2pPrefix, saveA2pDraft } from './a2p.ts';
