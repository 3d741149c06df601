/** What operators do with agencies and businesses, and what those change of themselves. */
export {
  archiveAgency,
  chooseApprovalLimit,
  createAgency,
  editAgency,
  editAgencySettings,
  restoreAgency,
  setAgencyBilling,
  setAgencyNew,
} from './agencies.ts';
export {
  archiveBusiness,
  editBusiness,
  editBusinessSettings,
  releaseNumber,
  restoreBusiness,
  setBroadcasters,
  setBusinessActive,
  setBusinessBilling,
  setContactInfo,
  chooseDailyLimits,
  setLegalPages,
} from './businesses.ts';
export { addSampleAccount, createBusiness, duplicateBusiness } from './create-business.ts';
