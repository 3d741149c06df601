export { hear, whisper } from './hear.ts';
export { lookUp } from './look-up.ts';
export { receive } from './receive.ts';
export { answerMissed } from './text-back.ts';
export { changeSettings, settings } from './settings.ts';
