import { sql } from 'kysely';
import { lastMails, type MailFigures, mailWindow } from '../../domain/mail/health.ts';
import { query, tablesIn } from '../engine/query.ts';
import { mailDayTable, mailHealthModel } from '../tables/mail-health.ts';

const t = tablesIn(mailHealthModel);

export const mailHealthQueries = {
  /** The figures of a business's last mails: see `mailWindow`. */
  mailFigures: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<MailFigures> =>
      lastMails(
        await db.ask(sql<MailFigures>`
          select d.sent::float8 as sent, d.bounced::float8 as bounced, d.complained::float8 as complained
            from ${t(mailDayTable)} d
            where d.business_id = ${businessId} and d.day > (${db.now().toISOString()}::timestamptz at time zone 'UTC')::date
              - ${mailWindow.days}::int
            order by d.day desc`),
      ),
  }),
};
