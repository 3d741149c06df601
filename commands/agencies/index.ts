/** What operators do with agencies, and what agencies change of themselves. */
export {
  archiveAgency as archive,
  chooseApprovalLimit,
  createAgency as create,
  editAgency as edit,
  editAgencySettings as editSettings,
  restoreAgency as restore,
  setAgencyBilling as setBilling,
  setAgencyNew as setNew,
} from './edit.ts';
