export { executeStep } from './execute-step.ts';
export { asksOfReadModels } from './documents.ts';
export { enroll } from './enroll.ts';
export { giveUp } from './give-up.ts';
export { overrideStep as override } from './override-step.ts';
export { evaluateRuns } from './evaluate-runs.ts';
export { moveRuns as move, movesOf } from './move.ts';
export {
  archiveAutomation as archive,
  cloneAutomation as clone,
  createAutomation as create,
  draftAutomation as draft,
  duplicateAutomation as duplicate,
  renameAutomation as rename,
  switchAutomation as switch,
  tryAutomationAgain as tryAgain,
} from './edit.ts';
export {
  automationPath as path,
  automationProblems as problems,
  automationState as state,
  automationVersion as version,
  goneFromAutomations as gone,
} from './known.ts';
export { automationOutlook as outlook } from './outlook.ts';
export { publishAutomation as publish, refreshAutomation as refresh } from './publish.ts';
export { automationRehearsal as rehearsal } from './rehearsal.ts';
export { usesInBusiness as uses } from './uses.ts';
export { entryAhead, startContact as start, startOneOfMany, stopContact as stop } from './start.ts';
export {
  changeHookSecret,
  changeSigning,
  deleteHook,
  hookState,
  makeHook,
  mapHook,
  nameHook,
  receiveHook as receive,
  signingState,
} from './hook.ts';
