import { everyScreen, isOfCampaigns } from './every-screen.ts';

everyScreen('business', (path) => !isOfCampaigns(path));
