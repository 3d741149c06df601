export { reactToPage as react } from './react.ts';
export { submitPage as submit } from './submit.ts';
