export { hear, whisper } from './hear.ts';
export { receive } from './receive.ts';
export { changeSettings, settings } from './settings.ts';
