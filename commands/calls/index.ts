export { hear, whisper } from './hear.ts';
export { receive } from './receive.ts';
export { answerMissed } from './text-back.ts';
export { changeSettings, settings } from './settings.ts';
