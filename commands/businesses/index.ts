/** What operators and agencies do with businesses, and what those change of themselves. */
export {
  archiveBusiness as archive,
  editBusiness as edit,
  editBusinessSettings as editSettings,
  releaseNumber,
  restoreBusiness as restore,
  setBroadcasters,
  setBusinessActive as setActive,
  setBusinessBilling as setBilling,
  setContactInfo,
  chooseDailyLimits,
  setLegalPages,
} from './edit.ts';
export { addSampleAccount, createBusiness as create, duplicateBusiness as duplicate } from './create.ts';
