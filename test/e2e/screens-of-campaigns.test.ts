import { everyScreen, isOfCampaigns } from './every-screen.ts';

everyScreen('business', isOfCampaigns);
