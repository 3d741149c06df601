import { sql } from 'kysely';
import { lastEmails, type EmailFigures, emailWindow } from '../../domain/emails/health.ts';
import { query, tablesIn } from '../engine/query.ts';
import { emailDayTable, emailHealthModel } from '../tables/email-health.ts';

const t = tablesIn(emailHealthModel);

export const emailHealthQueries = {
  /** The figures of a business's last emails: see `emailWindow`. */
  emailFigures: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<EmailFigures> =>
      lastEmails(
        await db.ask(sql<EmailFigures>`
          select d.sent::float8 as sent, d.bounced::float8 as bounced, d.complained::float8 as complained
            from ${t(emailDayTable)} d
            where d.business_id = ${businessId} and d.day > (${db.now().toISOString()}::timestamptz at time zone 'UTC')::date
              - ${emailWindow.days}::int
            order by d.day desc`),
      ),
  }),
};
