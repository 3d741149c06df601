import { readPage } from '../../domain/pages/model.ts';
import type { ReadModels } from '../../projections/read-models.ts';

type Page = Awaited<ReturnType<ReadModels['page']>>;

/** What a page lets people vote for, as visitors see it, or would see it of a draft. */
export const voteOptionsOf = (page: Page) =>
  page?.kind === 'vote' ? readPage('vote', page.live?.sections ?? page.draft)['votes.options'].Options : [];
