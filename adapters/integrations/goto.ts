import { z } from 'zod';
import type { SafeHttp } from '../http/port.ts';
import { type Answer, ask, shaped, WholeId } from './asking.ts';
import {
  type Credentials,
  type GotoWebinar,
  type Grant,
  ProviderAway,
  ProviderRefused,
  type SourceRecord,
} from './port.ts';

export interface GotoOptions {
  readonly http: SafeHttp;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where both hosts of GoTo are, in the sandbox; null: their own addresses. */
  readonly baseUrl: string | null;
  readonly now: () => Date;
}

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
  organizer_key: WholeId.optional(),
});
const Webinars = z.object({
  _embedded: z
    .object({
      webinars: z.array(
        z.object({
          webinarKey: WholeId,
          subject: z.string(),
          times: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
        }),
      ),
    })
    .optional(),
  page: z.object({ totalPages: z.number() }),
});
const Registrants = z.array(
  z.object({
    registrantKey: WholeId,
    firstName: z.string().nullish(),
    lastName: z.string().nullish(),
    email: z.string(),
    status: z.string(),
    registrationDate: z.string().optional(),
  }),
);
const Sessions = z.object({
  _embedded: z.object({ sessionInfoResources: z.array(z.object({ sessionKey: WholeId })) }).optional(),
});
const Attendees = z.array(z.object({ registrantKey: WholeId }));
const monthMs = 30 * 86_400_000;
/** GoTo's own largest page, and more of them than any organizer fills. */
const [pageSize, mostPages] = [200, 50];

/** GoToWebinar (developer.goto.com): OAuth 2.0, `G2W/rest/v2`. */
export function createGotoWebinar({ http, clientId, clientSecret, baseUrl, now }: GotoOptions): GotoWebinar {
  const signIn = baseUrl ?? 'https://authentication.logmeininc.com';
  const api = `${baseUrl ?? 'https://api.getgo.com'}/G2W/rest/v2`;

  async function token(form: Readonly<Record<string, string>>): Promise<z.output<typeof Token>> {
    const answer = await ask(http, `${signIn}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    });
    if (answer.status === 400 || answer.status === 401)
      throw new ProviderRefused('access-ended', 'GoTo gives no token for this.');
    return shaped(Token, accepted(answer));
  }
  const credentialsOf = (given: z.output<typeof Token>, before: string | null): Credentials => ({
    accessToken: given.access_token,
    refreshToken: given.refresh_token ?? before,
    expiresAt: new Date(now().getTime() + given.expires_in * 1_000).toISOString(),
  });

  const get = async ({ credentials }: Grant, path: string): Promise<Answer> =>
    accepted(
      await ask(http, `${api}${path}`, {
        headers: { authorization: `Bearer ${credentials.accessToken}`, accept: 'application/json' },
      }),
    );

  async function webinarsBetween(grant: Grant, from: Date, to: Date) {
    const found = [];
    for (let page = 0, pages = 1; page < Math.min(pages, mostPages); page += 1) {
      const query = new URLSearchParams({
        fromTime: from.toISOString(),
        toTime: to.toISOString(),
        page: String(page),
        size: String(pageSize),
      });
      const answer = shaped(Webinars, await get(grant, `/organizers/${grant.account}/webinars?${query}`));
      found.push(...(answer._embedded?.webinars ?? []));
      pages = answer.page.totalPages;
    }
    return found;
  }

  /** Who came to any of a webinar's sessions. */
  async function attendeesOf(grant: Grant, base: string): Promise<ReadonlySet<string>> {
    const found = shaped(Sessions, await get(grant, `${base}/sessions`));
    const came = new Set<string>();
    for (const { sessionKey } of found._embedded?.sessionInfoResources ?? [])
      for (const { registrantKey } of shaped(Attendees, await get(grant, `${base}/sessions/${sessionKey}/attendees`)))
        came.add(registrantKey);
    return came;
  }

  return {
    authorizeUrl({ redirectUri, state, challenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      return `${signIn}/oauth/authorize?${query}`;
    },
    async grantOf({ code, verifier, redirectUri }) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
      const given = await token(form);
      if (given.organizer_key === undefined)
        throw new ProviderRefused('not-allowed', 'This account of GoTo organizes no webinars.');
      return { account: given.organizer_key, credentials: credentialsOf(given, null) };
    },
    async refreshed({ refreshToken }) {
      if (refreshToken === null) throw new ProviderRefused('access-ended', 'There is nothing to refresh with.');
      return credentialsOf(await token({ grant_type: 'refresh_token', refresh_token: refreshToken }), refreshToken);
    },
    async webinars(grant) {
      const from = now();
      const found = await webinarsBetween(grant, from, new Date(from.getTime() + 12 * monthMs));
      return found
        .map(({ webinarKey: id, subject: name, times }) => ({ id, name, startsAt: times[0]?.startTime ?? null }))
        .toSorted((one, other) => ((one.startsAt ?? '') < (other.startsAt ?? '') ? -1 : 1));
    },
    async register({ account, credentials }, webinar, person) {
      const answer = await ask(
        http,
        `${api}/organizers/${account}/webinars/${encodeURIComponent(webinar)}/registrants`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${credentials.accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify(person),
        },
      );
      if (answer.status !== 409) accepted(answer);
    },
    async *records(grant, since) {
      const asOf = now();
      // A webinar is over some time before its sessions are told.
      const from = new Date(since.getTime() - 2 * 86_400_000);
      for (const webinar of await webinarsBetween(grant, from, new Date(asOf.getTime() + 12 * monthMs))) {
        const { webinarKey: part, times } = webinar;
        const base = `/organizers/${grant.account}/webinars/${part}`;
        const registrants = shaped(Registrants, await get(grant, `${base}/registrants`));
        const endsAt = times.at(-1)?.endTime ?? null;
        const isOver = endsAt !== null && Date.parse(endsAt) < asOf.getTime();
        const came = isOver ? await attendeesOf(grant, base) : null;
        yield registrants.flatMap((one): SourceRecord[] => {
          const { registrantKey, firstName, lastName, email, registrationDate } = one;
          const body = { first_name: firstName ?? '', last_name: lastName ?? '', email };
          const told = { part, body, consent: null, paid: null };
          const source = `${part}:${registrantKey}`;
          const registeredAt = new Date(registrationDate ?? asOf).toISOString();
          const isNew = registrationDate === undefined || Date.parse(registrationDate) >= since.getTime();
          return [
            ...(isNew ? [{ ...told, kind: 'registered' as const, source, at: registeredAt }] : []),
            ...(came === null || came.size === 0 ?
              []
            : [
                {
                  ...told,
                  kind: came.has(registrantKey) ? ('attended' as const) : ('missed' as const),
                  source,
                  at: new Date(endsAt!).toISOString(),
                },
              ]),
          ];
        });
      }
    },
    async *people(grant) {
      const [from, to] = [-3, 12].map((months) => new Date(now().getTime() + months * monthMs));
      for (const { webinarKey, subject } of await webinarsBetween(grant, from!, to!)) {
        const path = `/organizers/${grant.account}/webinars/${webinarKey}/registrants`;
        const registrants = shaped(Registrants, await get(grant, path));
        yield registrants.map(({ firstName, lastName, email, status }) => ({
          'First name': firstName ?? '',
          'Last name': lastName ?? '',
          Email: email,
          Webinar: subject,
          Status: status,
        }));
      }
    },
  };
}

/** GoTo says 403 for a token that has ended, and for what it doesn't allow. */
function accepted(answer: Answer): Answer {
  const { status } = answer;
  if (status === 401 || status === 403) throw new ProviderRefused('access-ended', 'GoTo no longer lets us in.');
  if (status < 200 || status > 299) throw new ProviderAway(`GoTo answered ${status}.`);
  return answer;
}
