import { activityQueries } from './activity/queries.ts';
import { agencyQueries } from './agencies/queries.ts';
import { businessQueries } from './businesses/queries.ts';
import { campaignQueries } from './campaigns/queries.ts';
import { contactQueries } from './contacts/queries.ts';
import { conversationQueries } from './conversations/queries.ts';
import { dashboardQueries } from './dashboard/queries.ts';
import type { ReadDatabase } from './engine/query.ts';
import { messageQueries } from './messages/queries.ts';
import { notificationQueries } from './notifications/queries.ts';
import { providerQueries } from './providers/queries.ts';
import type { ReadModels } from './read-models.ts';
import { userQueries } from './users/queries.ts';
import { whitelabelQueries } from './whitelabels/queries.ts';

/** All queries over a pool of connections. `now` decides which calendar month usage is of. */
export const createReadModels = (db: ReadDatabase, now: () => Date = () => new Date()): ReadModels => ({
  ...userQueries(db), ...businessQueries(db, now), ...agencyQueries(db, now), ...campaignQueries(db), ...contactQueries(db), ...conversationQueries(db), ...messageQueries(db),
  ...notificationQueries(db), ...dashboardQueries(db), ...providerQueries(db), ...whitelabelQueries(db), ...activityQueries(db),
});
