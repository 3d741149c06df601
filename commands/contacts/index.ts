export { addContact as add, editContact as edit } from './edit.ts';
export { carrierVerdict } from './carrier-verdict.ts';
export { completeErasure, countErased, eraseContact as erase, followErasureThrough, isErased } from './erase.ts';
export { nameContact as name } from './name.ts';
export { optOutContact as optOut } from './opt-out.ts';
export { syncKeywords } from './sync-keywords.ts';
export { tagContact as tag } from './tag.ts';
export { choose, emailStanding, unsubscribe } from './unsubscribe.ts';
