export { act } from './act.ts';
export { enter } from './enter.ts';
export { look } from './look.ts';
export {
  archiveAutomation as archive,
  cloneAutomation as clone,
  createAutomation as create,
  draftAutomation as draft,
  duplicateAutomation as duplicate,
  renameAutomation as rename,
  switchAutomation as switch,
} from './edit.ts';
export { automationProblems as problems, automationState as state, automationVersion as version } from './known.ts';
export { publishAutomation as publish, refreshAutomation as refresh } from './publish.ts';
