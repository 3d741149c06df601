import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allowPage, returnTo } from './page.ts';
import { createTokens } from './tokens.ts';

/** Digits beyond 2^53, which GoTo sends as numbers. */
const organizer = '8439885694023999999';
const dayMs = 86_400_000;
interface Registrant {
  readonly registrantKey: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly status: 'APPROVED';
  readonly registrationDate: string;
}
const people = ['Ada Lee', 'Bo Ruiz', 'Cy Okafor', 'Dee Novak', 'Eli Sato'];
const keyOf = (nth: number): string => `34264822000615${String(86524 + nth).padStart(5, '0')}`;

/** Keys stand in JSON as numbers, whatever a program makes of that. */
const withNumbers = (value: unknown): string => JSON.stringify(value).replace(/("\w+Key":)"(\d+)"/g, '$1$2');

/** GoToWebinar's sign-in and its API `G2W/rest/v2`, as far as an integration asks it. */
export function gotoRoutes(app: FastifyInstance, now: () => number) {
  const tokens = createTokens(organizer, 3_600_000, now);
  let away = false;
  const came = new Map<string, ReadonlySet<string>>();
  const webinars = ['Wine basics', 'Sourdough at home', 'Meet the chef'].map((subject, nth) => ({
    webinarKey: keyOf(nth),
    subject,
    startsIn: (nth - 1) * 7 * dayMs + 3 * dayMs,
  }));
  const registrants = new Map<string, Registrant[]>(
    webinars.map(({ webinarKey }, at) => [
      webinarKey,
      people
        .slice(at)
        .map((name, nth) => ({
          registrantKey: keyOf(100 + at * 10 + nth),
          firstName: name.split(' ')[0]!,
          lastName: name.split(' ')[1]!,
          email: `${name.split(' ')[0]!.toLowerCase()}@webinar.example`,
          status: 'APPROVED' as const,
          registrationDate: isoOf(now() - 30 * dayMs),
        })),
    ]),
  );

  app.get('/oauth/authorize', (request, reply) => allowPage(reply, 'GoToWebinar', `/oauth/allow?${queryOf(request)}`));
  app.get('/oauth/allow', (request, reply) => {
    const asked = new URLSearchParams(queryOf(request));
    const challenge = asked.get('code_challenge');
    return returnTo(reply, asked, () => tokens.code(challenge, asked.get('redirect_uri') ?? ''));
  });
  const Form = z.object({
    grant_type: z.enum(['authorization_code', 'refresh_token']),
    code: z.string().optional(),
    code_verifier: z.string().optional(),
    redirect_uri: z.string().optional(),
    refresh_token: z.string().optional(),
  });
  app.post('/oauth/token', async (request, reply) => {
    if (away) return reply.code(503).send();
    if (!(request.headers.authorization ?? '').startsWith('Basic '))
      return reply.code(401).send({ error: 'invalid_client' });
    const form = Form.parse(Object.fromEntries(request.body as URLSearchParams));
    const granted = form.grant_type === 'refresh_token' ? tokens.refresh(form.refresh_token ?? '') : byCode(form);
    if (granted === null) return reply.code(400).send({ error: 'invalid_grant' });
    return reply
      .type('application/json')
      .send(
        withNumbers({
          access_token: granted.access,
          refresh_token: granted.refresh,
          token_type: 'Bearer',
          expires_in: 3600,
          account_key: organizer,
          organizer_key: organizer,
        }),
      );
  });
  function byCode({ code, code_verifier: verifier = '', redirect_uri: redirectUri }: z.output<typeof Form>) {
    const agreed = tokens.redeem(code ?? '');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return agreed !== null && agreed.challenge === challenge && agreed.redirectUri === redirectUri ?
        tokens.grant()
      : null;
  }

  /** Answers for an organizer who is signed in. GoTo says 403 for a token that has ended. */
  const api = (
    handle: (request: FastifyRequest, reply: FastifyReply, params: Readonly<Record<string, string>>) => unknown,
  ) =>
    async function answer(request: FastifyRequest, reply: FastifyReply) {
      if (away) return reply.code(503).send();
      const params = request.params as Readonly<Record<string, string>>;
      const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
      if (!tokens.isGood(token) || params['organizer'] !== organizer)
        return reply.code(403).send({ int_err_code: 'InvalidToken', msg: 'Invalid token passed' });
      return reply.type('application/json').send(withNumbers(handle(request, reply, params)));
    };
  const at = '/G2W/rest/v2/organizers/:organizer/webinars';
  app.get(
    at,
    api((request) => {
      const asked = new URLSearchParams(queryOf(request));
      const [from, to] = [Date.parse(asked.get('fromTime') ?? ''), Date.parse(asked.get('toTime') ?? '')];
      const found = webinars
        .map(({ webinarKey, subject, startsIn }) => {
          const start = came.has(webinarKey) ? now() - 2 * 3_600_000 : now() - (now() % dayMs) + startsIn;
          const times = [{ startTime: isoOf(start), endTime: isoOf(start + 3_600_000) }];
          return { webinarKey, subject, times, timeZone: 'America/New_York', organizerKey: organizer };
        })
        .filter(({ times }) => Date.parse(times[0]!.endTime) >= from && Date.parse(times[0]!.startTime) <= to);
      const page = { size: 200, totalElements: found.length, totalPages: 1, number: 0 };
      return { _embedded: { webinars: found }, page };
    }),
  );
  app.get(
    `${at}/:webinar/registrants`,
    api((_request, reply, { webinar }) => {
      const found = registrants.get(webinar!);
      if (found === undefined) return notFound(reply);
      return found;
    }),
  );
  app.get(
    `${at}/:webinar/sessions`,
    api((_request, _reply, { webinar }) => ({
      _embedded: { sessionInfoResources: came.has(webinar!) ? [{ webinarKey: webinar, sessionKey: '70001' }] : [] },
    })),
  );
  app.get(
    `${at}/:webinar/sessions/:session/attendees`,
    api((_request, _reply, { webinar }) =>
      (registrants.get(webinar!) ?? [])
        .filter(({ email }) => came.get(webinar!)?.has(email) === true)
        .map(({ registrantKey, email }) => ({ registrantKey, email, attendanceTimeInSeconds: 1_800 })),
    ),
  );
  const Person = z.object({ firstName: z.string().min(1), lastName: z.string().min(1), email: z.email() });
  app.post(
    `${at}/:webinar/registrants`,
    api((request, reply, { webinar }) => {
      const found = registrants.get(webinar!);
      if (found === undefined) return notFound(reply);
      const person = Person.safeParse(request.body);
      if (!person.success) {
        void reply.code(400);
        return { errorCode: 'ValidationFailed', description: 'First name, last name and email are required.' };
      }
      const before = found.find(({ email }) => email === person.data.email);
      void reply.code(before === undefined ? 201 : 409);
      const one = before ?? {
        registrantKey: keyOf(500 + found.length),
        ...person.data,
        status: 'APPROVED' as const,
        registrationDate: isoOf(now()),
      };
      if (before === undefined) found.push(one);
      const { registrantKey, status } = one;
      return { registrantKey, joinUrl: `https://global.gotowebinar.com/join/${registrantKey}`, status, asset: true };
    }),
  );
  return {
    tokens,
    webinars: () => webinars.map(({ webinarKey, subject }) => ({ id: webinarKey, subject })),
    registrants: (webinar: string): readonly Registrant[] => registrants.get(webinar) ?? [],
    /** A webinar has ended an hour ago, and these people came. */
    hold: (webinar: string, emails: readonly string[]) => void came.set(webinar, new Set(emails)),
    setAway: (isAway: boolean) => void (away = isAway),
  };
}

const isoOf = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');
const queryOf = ({ url }: FastifyRequest): string => url.split('?')[1] ?? '';
function notFound(reply: FastifyReply) {
  void reply.code(404);
  return { errorCode: 'NotFound', description: 'Webinar with specified key does not exist.' };
}
