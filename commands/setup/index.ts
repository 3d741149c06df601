export { assignNumber, createAgency, createBusiness, createCampaign } from './setup.ts';
