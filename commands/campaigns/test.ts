import { z } from 'zod';
import { CampaignId, PageTestId } from '../../domain/kernel/ids.ts';
import { PageState } from '../../domain/pages/page.ts';
import { endTest, startTest } from '../../domain/pages/test.ts';
import { people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { ownPage } from './own-campaign.ts';

const version = z.number().int().min(1);

/** Half of the visitors see the one published version, half the other. */
export const startPageTest = decision({
  input: z.object({ campaignId: CampaignId, testId: PageTestId, versions: z.tuple([version, version]) }),
  by: people,
  aggregate: PageState,
  at: ownPage,
  decide: (wanted, page) => startTest(wanted, page),
});

/** One of the two is for everybody from now on. */
export const endPageTest = decision({
  input: z.object({ campaignId: CampaignId, testId: PageTestId, keep: version }),
  by: people,
  aggregate: PageState,
  at: ownPage,
  decide: (wanted, page) => endTest(wanted, page),
});
