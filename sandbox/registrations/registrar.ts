import { Agent, request } from 'undici';
import type { Logger } from 'pino';
import type { Behaviour } from '../behaviour.ts';
import type { CarrierState } from '../carrier/state.ts';
import type { Chance, Digits } from '../chance.ts';
import type { Journal } from '../store/journal.ts';
import { type Kind, policies, prefixOf, type RegistrationLine, type Resource } from './records.ts';
import { isNeverDecided, isUnanswered, judgeBrand, judgeCampaign, type Refused, refusedWith } from './verdicts.ts';
import { jsonSignature } from './signature.ts';

export interface RegistrarParts {
  readonly lines: readonly RegistrationLine[];
  readonly journal: Journal<RegistrationLine>;
  readonly carrier: CarrierState;
  readonly digits: Digits;
  readonly chance: Chance;
  readonly behaviour: () => Behaviour;
  readonly now: () => number;
  readonly log: Logger;
}

export type Registrar = ReturnType<typeof createRegistrar>;
type Event = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

/** Brands, campaigns and numbers, as Twilio's TrustHub and Messaging keep them, with a reviewer who decides in time. */
export function createRegistrar(parts: RegistrarParts) {
  const { journal, now, digits, chance, log } = parts;
  const all = new Map<string, Resource>();
  const agent = new Agent({ connections: 8 });
  let underWay = 0;
  let closed = false;
  const timers = new Set<NodeJS.Timeout>();

  const apply = (line: RegistrationLine): void => {
    if (line.k === 'put') all.set(line.resource.sid, line.resource);
    else all.delete(line.sid);
  };
  for (const line of parts.lines) apply(line);

  const record = (line: RegistrationLine): void => {
    apply(line);
    journal.append(line);
  };
  const pace = () => parts.behaviour().registration;

  function create(
    kind: Kind,
    accountSid: string,
    parent: string | null,
    fields: Resource['fields'],
    given: { readonly sid?: string; readonly dueAt?: number } = {},
  ): Resource {
    const at = now();
    let sid = given.sid ?? '';
    for (let n = 0; sid === '' || (given.sid === undefined && all.has(sid)); n += 1)
      sid = prefixOf[kind] + digits(kind, accountSid, all.size, n);
    const resource = {
      sid,
      kind,
      accountSid,
      parent,
      createdAt: at,
      updatedAt: at,
      fields,
      dueAt: given.dueAt ?? null,
    };
    record({ k: 'put', resource });
    return resource;
  }

  /** Each change is later than the one before: what comes back can be put in order. */
  function change(resource: Resource, fields: Resource['fields'], dueAt: number | null = resource.dueAt): Resource {
    const next = {
      ...resource,
      fields: { ...resource.fields, ...fields },
      updatedAt: Math.max(now(), resource.updatedAt + 1_000),
      dueAt,
    };
    record({ k: 'put', resource: next });
    return next;
  }

  const list = (kind: Kind, accountSid: string | null, parent: string | null = null): Resource[] =>
    [...all.values()].filter(
      (one) =>
        one.kind === kind &&
        (accountSid === null || one.accountSid === accountSid) &&
        (parent === null || one.parent === parent),
    );

  function assigned(bundleSid: string, type: string): Resource | undefined {
    return list('assignment', null, bundleSid)
      .map((one) => all.get(String(one.fields['object_sid'])))
      .find((one) => one?.fields['type'] === type);
  }
  const attributesOf = (one: Resource | undefined): Readonly<Record<string, unknown>> =>
    (one?.fields['attributes'] ?? {}) as Record<string, unknown>;

  /** The registration that the account itself has. */
  function primary(accountSid: string): Resource {
    const known = list('profile', accountSid).find((one) => one.fields['policy_sid'] === policies.primary);
    return (
      known ??
      create('profile', accountSid, null, {
        policy_sid: policies.primary,
        friendly_name: 'Primary',
        status: 'twilio-approved',
        email: 'operator@example.test',
      })
    );
  }

  const errorsOf = (refused: Refused) => ({
    brand: [
      {
        code: refused.code,
        description: refused.description,
        url: `https://www.twilio.com/docs/api/errors/${refused.code}`,
        fields: refused.fields,
      },
    ],
    campaign: [
      {
        error_code: refused.code,
        description: refused.description,
        url: `https://www.twilio.com/docs/api/errors/${refused.code}`,
        fields: refused.fields,
      },
    ],
  });

  function decideBrand(brand: Resource, refused: Refused | null): void {
    const next = change(
      brand,
      refused === null ?
        {
          status: 'APPROVED',
          identity_status: 'VERIFIED',
          tcr_id: `B${brand.sid.slice(2, 8).toUpperCase()}`,
          brand_score: 52,
          errors: [],
        }
      : { status: 'FAILED', identity_status: 'UNVERIFIED', errors: errorsOf(refused).brand },
      null,
    );
    tell(next, {
      type: `brand-registration.${refused === null ? 'brand-verified' : 'brand-failure'}`,
      data: {
        accountsid: next.accountSid,
        brandsid: next.sid,
        brandstatus: refused === null ? 'registered' : 'registration_failed',
        identitystatus: refused === null ? 'verified' : 'unverified',
        externalbrandid: next.fields['tcr_id'] ?? null,
        brandscore: next.fields['brand_score'] ?? null,
        brandregistrationerrors:
          refused === null ?
            []
          : [
              {
                registrationerrorcode: refused.code,
                registrationerrordescription: refused.description,
                registrationerrorurl: `https://www.twilio.com/docs/api/errors/${refused.code}`,
                registrationerrorfields: refused.fields,
              },
            ],
      },
    });
  }

  function decideCampaign(campaign: Resource, refused: Refused | null): void {
    const useCase = campaign.fields['us_app_to_person_usecase'];
    const lowVolume = useCase === 'LOW_VOLUME';
    const next = change(
      campaign,
      refused === null ?
        {
          campaign_status: 'VERIFIED',
          campaign_id: `C${campaign.sid.slice(2, 8).toUpperCase()}`,
          rate_limits:
            useCase === 'SOLE_PROPRIETOR' ? { att: { mps: 15, msg_class: 'W' }, tmobile: { brand_tier: 'LOW' } }
            : lowVolume ? { att: { mps: 75, msg_class: 'T' }, tmobile: { brand_tier: 'LOW' } }
            : { att: { mps: 2400, msg_class: 'C' }, tmobile: { brand_tier: 'UPPER_MID' } },
          errors: [],
        }
      : { campaign_status: 'FAILED', errors: errorsOf(refused).campaign },
      null,
    );
    const said = refused === null ? 'approved' : 'failure';
    tellCampaign(next, said, said, refused);
    if (refused === null) for (const sender of list('sender', null, campaign.parent)) expect(sender);
  }

  function suspendCampaign(campaign: Resource): void {
    tellCampaign(change(campaign, { campaign_status: 'SUSPENDED' }, null), 'failure', 'suspended', null);
  }
  function tellCampaign(
    campaign: Resource,
    name: 'approved' | 'failure',
    status: 'approved' | 'failure' | 'suspended',
    refused: Refused | null,
  ): void {
    tell(campaign, {
      type: `campaign-registration.campaign-${name}`,
      data: {
        accountsid: campaign.accountSid,
        // The events call a campaign by another id than the REST API.
        campaignsid: `CM${campaign.sid.slice(2)}`,
        brandsid: campaign.fields['brand_registration_sid'],
        campaignregistrationstatus: status,
        a2pusecase: campaign.fields['us_app_to_person_usecase'],
        externalcampaignid: campaign.fields['campaign_id'] ?? null,
        messagingservicesid: campaign.parent,
        campaignregistrationerrors:
          refused === null ?
            []
          : [{ errorcode: refused.code, errordescription: refused.description, fields: refused.fields }],
      },
    });
  }

  /** A number is registered some time after its campaign is verified. */
  function expect(sender: Resource): void {
    const isVerified = list('campaign', null, sender.parent).some(
      (one) => one.fields['campaign_status'] === 'VERIFIED',
    );
    if (!isVerified || sender.fields['a2p'] !== undefined) return;
    tell(change(sender, { a2p: 'pending' }, now() + pace().numberMs), numberEvent(sender, 'pending', 'pending'));
  }
  function decideNumber(sender: Resource, code: number | null): void {
    const next = change(sender, { a2p: code === null ? 'successful' : 'failed' }, null);
    tell(
      next,
      code === null ? numberEvent(next, 'successful', 'registered') : numberEvent(next, 'failed', 'failure', code),
    );
  }
  const numberEvent = (sender: Resource, name: string, externalstatus: string, code: number | null = null): Event => ({
    type: `number-registration.${name}`,
    data: {
      accountsid: sender.accountSid,
      phonenumber: sender.fields['phone_number'],
      phonenumbersid: sender.sid,
      messagingservicesid: sender.parent,
      externalstatus,
      ...(code === null ? {} : { failureReason: `https://www.twilio.com/docs/api/errors/${code}` }),
    },
  });

  /** Whatever is due by now is decided. */
  function look(): void {
    for (const one of [...all.values()]) {
      if (one.dueAt === null || one.dueAt > now()) continue;
      if (one.kind === 'brand') {
        const business = attributesOf(
          assigned(String(one.fields['customer_profile_bundle_sid']), 'customer_profile_business_information'),
        );
        const person = attributesOf(
          assigned(String(one.fields['a2p_profile_bundle_sid']), 'sole_proprietor_information'),
        );
        if (one.fields['brand_type'] === 'SOLE_PROPRIETOR') {
          if (isUnanswered(person, Number(one.fields['codes_sent'])))
            record({ k: 'put', resource: { ...one, dueAt: null } });
          else decideBrand(one, null);
        } else if (isNeverDecided(business)) record({ k: 'put', resource: { ...one, dueAt: null } });
        else decideBrand(one, judgeBrand(business));
      } else if (one.kind === 'campaign') decideCampaign(one, judgeCampaign(one.fields));
      else if (one.kind === 'sender') decideNumber(one, null);
      else record({ k: 'put', resource: { ...one, dueAt: null } });
    }
  }
  const watch = setInterval(look, 200);
  watch.unref();

  /** Posts an event to the sinks of its account that asked for it: late, twice or never, as the behaviour says. */
  function tell(resource: Resource, event: Event): void {
    const type = `com.twilio.messaging.compliance.${event.type}`;
    const { delayMs, duplicateRate, lossRate } = pace();
    const at = { createddate: resource.createdAt, updateddate: resource.updatedAt };
    for (const subscription of list('subscription', resource.accountSid)) {
      if (!(subscription.fields['types'] as readonly string[]).includes(type)) continue;
      const sink = all.get(String(subscription.fields['sink_sid']));
      const destination = (sink?.fields['sink_configuration'] as { destination?: string } | undefined)?.destination;
      if (destination === undefined) continue;
      const about = [resource.sid, type, resource.updatedAt] as const;
      if (chance('lost event', ...about) < lossRate) continue;
      const body = JSON.stringify([
        {
          specversion: '1.0',
          type,
          source: resource.sid,
          id: `EZ${digits(...about)}`,
          time: new Date(resource.updatedAt).toISOString(),
          datacontenttype: 'application/json',
          data: { ...event.data, ...at },
        },
      ]);
      const times = chance('doubled event', ...about) < duplicateRate ? 2 : 1;
      for (let n = 0; n < times; n += 1) later(delayMs * (n + 1), () => post(resource.accountSid, destination, body));
    }
  }
  function later(ms: number, work: () => Promise<void>): void {
    underWay += 1;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void work().finally(() => (underWay -= 1));
    }, ms);
    timers.add(timer);
  }
  async function post(accountSid: string, destination: string, body: string, attempts = 1): Promise<void> {
    if (closed) return;
    try {
      const { url, signature } = jsonSignature(
        parts.carrier.accounts.get(accountSid)?.authToken ?? '',
        destination,
        body,
      );
      const answer = await request(url, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json', 'x-twilio-signature': signature },
        body,
        headersTimeout: 10_000,
      });
      await answer.body.dump();
      if (answer.statusCode < 500) return;
    } catch (error) {
      if (!closed) log.debug({ err: error }, 'A registration event found nobody');
    }
    if (attempts < 4) later(500 * 2 ** attempts, () => post(accountSid, destination, body, attempts + 1));
  }

  return {
    all,
    create,
    change,
    list,
    assigned,
    attributesOf,
    primary,
    look,
    expect,
    remove: (sid: string) => record({ k: 'gone', sid }),
    flush: () => journal.flush(),
    now,
    dueBrand: () => now() + pace().brandMs,
    dueCampaign: () => now() + pace().campaignMs,
    /** A person decides in place of the reviewer; null: it is approved. */
    decide(sid: string, code: number | null): boolean {
      const one = all.get(sid);
      const refused = code === null ? null : refusedWith(code);
      if (one?.kind === 'brand') decideBrand(one, refused);
      else if (one?.kind === 'campaign') decideCampaign(one, refused);
      else if (one?.kind === 'sender') decideNumber(one, code);
      else return false;
      return true;
    },
    /** What was approved may not send until a person approves it again. */
    suspend(sid: string): boolean {
      const one = all.get(sid);
      if (one?.kind === 'brand') change(one, { status: 'SUSPENDED' }, null);
      else if (one?.kind === 'campaign') suspendCampaign(one);
      else return false;
      return true;
    },
    /** The reviewer forgets it: it stays as it is until a person decides. */
    lose(sid: string): boolean {
      const one = all.get(sid);
      if (one === undefined) return false;
      record({ k: 'put', resource: { ...one, dueAt: null } });
      return true;
    },
    snapshot: (): RegistrationLine[] => [...all.values()].map((resource) => ({ k: 'put', resource })),
    pending: () => underWay + [...all.values()].filter(({ dueAt }) => dueAt !== null).length,
    async close() {
      closed = true;
      clearInterval(watch);
      for (const timer of timers) clearTimeout(timer);
      await agent.destroy();
    },
  };
}
