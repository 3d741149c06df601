/** Apart from the schemas, which a screen that only names states does without. */
export { stateNames } from '../../domain/contact/states.ts';
