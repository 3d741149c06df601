// Generated from the OpenAPI document. Do not edit: your changes are overwritten.

export interface ClientOptions {
  /** Where the API is, such as https://app.example.com. */
  baseUrl: string;
  /** An API key. */
  key: string;
  /** How often a call is tried again that failed for now. Default 2. */
  retries?: number;
  /** Default: the runtime's own. */
  fetch?: typeof fetch;
}
export interface CallOptions {
  /** Names the command, so that it happens once however often it is sent. Default: a new one for each call. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** An answer that is a failure. `code` is stable; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** What is wrong, by field. */
  readonly errors: Readonly<Record<string, string[]>>;
  /** The whole answer. */
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['message'] === 'string' ? body['message'] : `HTTP ${status}`);
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : 'unknown';
    this.requestId = typeof body['requestId'] === 'string' ? body['requestId'] : null;
    this.errors = (body['errors'] ?? {}) as Record<string, string[]>;
    this.body = body;
  }
}

interface Page<Row> {
  data: Row[];
  meta: { total: number; page?: number; per_page?: number; next?: string | null };
}
/** Every row of a list, page by page: `for await (const contact of eachRow((page) => api.listContacts(page)))`. */
export async function* eachRow<Row>(
  read: (query: { page: number; per_page: number }) => Promise<Page<Row>>,
  perPage = 100,
): AsyncGenerator<Row> {
  for (let page = 1; ; page += 1) {
    const { data, meta } = await read({ page, per_page: perPage });
    yield* data;
    if (data.length === 0 || page * perPage >= meta.total) return;
  }
}

type Query = Readonly<Record<string, unknown>>;
interface Request {
  method: string;
  path: string;
  query?: Query | undefined;
  body?: unknown;
  file?: Blob;
  download?: boolean;
}
const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

function sender(options: ClientOptions) {
  const send = options.fetch ?? fetch;
  const retries = options.retries ?? 2;
  return async <Reply>(request: Request, call: CallOptions = {}): Promise<Reply> => {
    const url = new URL(`/api/v1${request.path}`, options.baseUrl);
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const headers = new Headers({ authorization: `Bearer ${options.key}` });
    let body: string | FormData | undefined;
    if (request.file !== undefined) {
      body = new FormData();
      body.append('file', request.file, request.file instanceof File ? request.file.name : 'file');
    } else if (request.body !== undefined) {
      headers.set('content-type', 'application/json');
      body = JSON.stringify(request.body);
    }
    // The same for every try: a command that arrived and was not answered does not happen twice. A file has none.
    const isSafe = request.method === 'GET' || request.file === undefined;
    if (request.method !== 'GET' && isSafe) headers.set('idempotency-key', call.idempotencyKey ?? crypto.randomUUID());
    for (let tried = 0; ; tried += 1) {
      const again = isSafe && tried < retries && !call.signal?.aborted;
      let answer: Response;
      try {
        answer = await send(url, { method: request.method, headers, body: body ?? null, signal: call.signal ?? null });
      } catch (error) {
        if (!again) throw error;
        await wait(2 ** tried);
        continue;
      }
      if (answer.ok) return (request.download ? await answer.blob() : await answer.json()) as Reply;
      const failure = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
      if (!again || ![429, 500, 503].includes(answer.status)) throw new ApiError(answer.status, failure);
      await wait(Number(answer.headers.get('retry-after')) || 2 ** tried);
    }
  };
}
const place = (value: string | number): string => encodeURIComponent(String(value));

export type A2pBrandByEin = {
  data: A2pBrandRow;
};

export type A2pBrandReply = {
  id: Uuid;
  attempt: number;
  state: "submitting" | "in-review" | "refused" | "verified" | "suspended" | "canceled";
  carrier_state: string | null;
  registry_id: string | null;
  changed_at: Instant | null;
  problems: RegistrationProblem[];
  kind: "low-volume" | "standard" | "sole-proprietor";
  legal_name: string;
  legal_form: "llc" | "corporation" | "partnership" | "cooperative" | "non-profit" | "sole-proprietorship";
  company_type: "private" | "public" | "non-profit" | "government";
  vertical: "REAL_ESTATE" | "HEALTHCARE" | "ENERGY" | "ENTERTAINMENT" | "RETAIL" | "AGRICULTURE" | "INSURANCE" | "EDUCATION" | "HOSPITALITY" | "FINANCIAL" | "GAMBLING" | "CONSTRUCTION" | "NGO" | "MANUFACTURING" | "GOVERNMENT" | "TECHNOLOGY" | "COMMUNICATION";
  ein: string | null;
  website: string;
  stock_exchange: "NASDAQ" | "NYSE" | "AMEX" | "OTHER" | null;
  stock_ticker: string | null;
  street: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  country: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  title: string | null;
  position: "Director" | "GM" | "VP" | "CEO" | "CFO" | "General Counsel" | "Other" | null;
  identity: string | null;
  score: number | null;
};

export type A2pBrandRow = {
  id: Uuid;
  legal_name: string;
  ein: string;
  website: string;
  kind: "low-volume" | "standard" | "sole-proprietor";
  state: "submitting" | "in-review" | "refused" | "verified" | "suspended" | "canceled";
  attempt: number;
  registry_id: string | null;
  submitted_at: Instant;
  changed_at: Instant;
};

export type A2pCampaignReply = {
  id: Uuid;
  attempt: number;
  state: "submitting" | "in-review" | "refused" | "verified" | "suspended" | "canceled";
  carrier_state: string | null;
  registry_id: string | null;
  changed_at: Instant | null;
  problems: RegistrationProblem[];
  brand_id: Uuid;
  use_case: string;
  description: string;
  message_flow: string;
  samples: string[];
  has_links: boolean;
  has_phone: boolean;
  age_gated: boolean;
  lending: boolean;
  opt_in_keywords: string[];
  opt_in_message: string;
  help_message: string;
  opt_out_message: string;
  privacy_url: string;
  terms_url: string;
  att_class: string | null;
  att_per_minute: number | null;
  tmobile_tier: string | null;
};

export type A2pCampaignRow = {
  id: Uuid;
  brand_id: Uuid;
  use_case: string;
  description: string;
  state: "submitting" | "in-review" | "refused" | "verified" | "suspended" | "canceled";
  attempt: number;
  att_class: string | null;
  att_per_minute: number | null;
  tmobile_tier: string | null;
  submitted_at: Instant;
  changed_at: Instant;
};

export type A2pCampaignRows = {
  data: A2pCampaignRow[];
  meta: {
    total: number;
  };
};

export type A2pFees = {
  brand_low_volume: number;
  brand_standard: number;
  brand_sole_proprietor: number;
  campaign_vetting: number;
  campaign_month: number;
  campaign_month_low_volume: number;
  campaign_month_sole_proprietor: number;
};

export type A2pMomentReply = {
  at: Instant;
  by: Uuid | null;
  what: "brand" | "campaign" | "number" | "prefix";
  id: string | null;
  state: string;
  carrier_state: string | null;
  attempt: number | null;
  fee: number | null;
  problems: RegistrationProblem[];
  changes: {
    field: string;
    was: unknown;
    now: unknown;
  }[];
};

export type A2pNumberReply = {
  number: string;
  campaign_id: Uuid;
  state: "pending" | "failed" | "registered" | "unregistered";
  carrier_state: string;
  changed_at: Instant;
  problems: RegistrationProblem[];
};

export type A2pProposal = {
  data: {
    brand: {
      legal_name: string;
      website: string;
      street: string;
      city: string;
      region: string;
      postal_code: string;
      country: string;
      first_name: string;
      last_name: string;
      email: string;
      phone: string;
    };
    campaign: {
      description: string;
      message_flow: string;
      samples: string[];
      opt_in_keywords: string[];
      opt_in_message: string;
      help_message: string;
      opt_out_message: string;
      privacy_url: string;
      terms_url: string;
    };
    evidence_url: string;
    has_privacy: boolean;
    has_terms: boolean;
    fee_payer: "business" | "agency" | "none";
    fees: A2pFees;
    days: {
      brand: {
        from: number;
        to: number;
      };
      campaign: {
        from: number;
        to: number;
      };
      numbers: {
        from: number;
        to: number;
      };
    };
  };
};

export type A2pRequestReply = {
  data: {
    can_register: boolean;
    blocked: NumberBlocked | null;
    stage: "brand" | "campaign" | "numbers" | "done";
    missing_funds: {
      cents: number;
      payer: "agency" | "business";
    } | null;
    prefix: string | null;
    brand: A2pBrandReply | null;
    campaigns: A2pCampaignReply[];
    numbers: A2pNumberReply[];
    drafts: {
      brand: Record<string, string | boolean | null | string[]> | null;
      campaign: Record<string, string | boolean | null | string[]> | null;
    };
    timeline: A2pMomentReply[];
  };
};

export type A2pUseCases = {
  data: {
    code: string;
    name: string;
    description: string;
    needs_more: boolean;
  }[];
};

export type Activity = {
  id: string;
  at: Instant;
  type: string;
  actor: Named | null;
  impersonator: Named | null;
  agency: Named | null;
  business: Named | null;
  details: Record<string, unknown>;
};

export type ActivityList = {
  data: Activity[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type AddListings = {
  values: string[];
  note?: string | null;
};

export type AddOnReply = {
  data: Plan | null;
};

export type AllContacts = {
  data: Contact[];
  meta: {
    total: number;
    next: string | null;
  };
};

export type AudienceFunnel = {
  data: {
    total: number;
    recipients: number;
    left_out: Array<{
      reason: "no-address" | "opted-out" | "no-consent" | "looks-opted-out" | "unreachable" | "blocked" | "duplicate" | "paused" | "topic-off" | "too-often" | "daily-limit" | "missing-value" | "over-limit" | "above-limit" | "insufficient-funds" | "sender-blocked" | "inactive-business" | "our-fault" | "erased" | "stopped" | "expired" | "unsubscribed" | "bounced" | "complained";
      count: number;
    }>;
  };
};

export type AudienceQuestion = {
  type: "sms" | "mms" | "email";
  audience: BroadcastAudienceInput;
  window_hours: number | null;
};

export type Automation = {
  id: string;
  name: string;
  status: "draft" | "on" | "off";
  triggers: Array<{
    on: {
      kind: "opted-in";
      keyword: string | null;
      campaign_id: string | null;
    } | {
      kind: "page-submitted";
      campaign_id: string | null;
    } | {
      kind: "vote-cast";
      campaign_id: string | null;
    } | {
      kind: "coupon-issued";
      campaign_id: string | null;
    } | {
      kind: "coupon-redeemed";
      campaign_id: string | null;
    } | {
      kind: "reward-unlocked";
      campaign_id: string | null;
      reward_id: string | null;
    } | {
      kind: "points-reached";
      campaign_id: string | null;
      points: number;
    } | {
      kind: "contact-created";
    } | {
      kind: "contact-imported";
      upload_id: string | null;
    } | {
      kind: "field-changed";
      field: {
        of: "contact";
        name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
      } | {
        of: "custom";
        id: string | null;
      } | null;
      to: string | null;
    } | {
      kind: "text-received";
      words: string[];
      whole: boolean;
    } | {
      kind: "link-clicked";
      source_id: string | null;
    } | {
      kind: "broadcast-sent";
      broadcast_id: string | null;
    } | {
      kind: "broadcast-answered";
      broadcast_id: string | null;
    } | {
      kind: "conversation-closed";
    } | {
      kind: "webhook-received";
      webhook_id: string | null;
    } | {
      kind: "integration-event";
      integration_id: string | null;
      event: string;
    } | {
      kind: "date";
      when: {
        day: {
          of: "birthday" | "anniversary";
        } | {
          of: "custom";
          id: string | null;
          yearly: boolean;
        };
        offset: number;
        at: string;
        zone: "business" | "contact";
      };
    } | {
      kind: "coupon-expiring";
      campaign_id: string | null;
      days: number;
    } | {
      kind: "broadcast-not-clicked";
      broadcast_id: string | null;
      hours: number;
    } | {
      kind: "by-hand";
    };
    filter: {
      match: "all" | "any";
      groups: Array<{
        match: "all" | "any";
        conditions: Array<{
          field: "keyword";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "tag";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "campaign";
          has: "any" | "all" | "none";
          ids: string[];
        } | {
          field: "segment";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "upload";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "status";
          values: Array<"subscribed" | "optedOut" | "unknown">;
        } | {
          field: "email_status";
          values: Array<"subscribed" | "unsubscribed" | "unknown">;
        } | {
          field: "reachable";
          value: boolean;
        } | {
          field: "source";
          values: string[];
        } | {
          field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
          text: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "state";
          value: {
            is: "one-of" | "none-of";
            values: string[];
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "created" | "opted_in" | "last_message";
          moment: {
            when: "on" | "before" | "after";
            day: string;
          } | {
            when: "between";
            from: string;
            to: string;
          } | {
            when: "in-the-last" | "not-in-the-last";
            days: number;
          };
        } | {
          field: "birthday" | "anniversary";
          day: {
            when: "today";
          } | {
            when: "in-the-next";
            days: number;
          } | {
            when: "month";
            month: number;
          } | {
            when: "known" | "not-known";
          };
        } | {
          field: "custom";
          id: string;
          value: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          } | {
            is: "less" | "more";
            value: string;
          } | {
            is: "one-of";
            values: string[];
          };
        } | {
          field: "engagement";
          did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
          not: boolean;
          within: number | null;
          channel: "text" | "mail" | null;
          of: string | null;
        }>;
      }>;
    };
  }>;
  created_at: Instant;
  changed_at: Instant;
  version: number | null;
  published_at: Instant | null;
  broken: number;
  entered: number;
  inside: number;
  reached: number;
  failed: number;
  origin: {
    kind: "blank" | "template" | "duplicate" | "clone";
    id: string | null;
  };
  revision: Revision;
  document: AutomationDocument;
  published: AutomationDocument | null;
  changed: boolean;
  problems: AutomationProblem[];
  live_problems: AutomationProblem[];
  counts: AutomationCount[];
};

export type AutomationAnswer = {
  data: Automation;
};

export type AutomationChanges = {
  revision: Revision | null;
  name?: string;
  nodes?: Record<string, AutomationNode | null>;
  triggers?: Array<{
    on: {
      kind: "opted-in";
      keyword: string | null;
      campaign_id: string | null;
    } | {
      kind: "page-submitted";
      campaign_id: string | null;
    } | {
      kind: "vote-cast";
      campaign_id: string | null;
    } | {
      kind: "coupon-issued";
      campaign_id: string | null;
    } | {
      kind: "coupon-redeemed";
      campaign_id: string | null;
    } | {
      kind: "reward-unlocked";
      campaign_id: string | null;
      reward_id: string | null;
    } | {
      kind: "points-reached";
      campaign_id: string | null;
      points: number;
    } | {
      kind: "contact-created";
    } | {
      kind: "contact-imported";
      upload_id: string | null;
    } | {
      kind: "field-changed";
      field: {
        of: "contact";
        name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
      } | {
        of: "custom";
        id: string | null;
      } | null;
      to: string | null;
    } | {
      kind: "text-received";
      words: string[];
      whole: boolean;
    } | {
      kind: "link-clicked";
      source_id: string | null;
    } | {
      kind: "broadcast-sent";
      broadcast_id: string | null;
    } | {
      kind: "broadcast-answered";
      broadcast_id: string | null;
    } | {
      kind: "conversation-closed";
    } | {
      kind: "webhook-received";
      webhook_id: string | null;
    } | {
      kind: "integration-event";
      integration_id: string | null;
      event: string;
    } | {
      kind: "date";
      when: {
        day: {
          of: "birthday" | "anniversary";
        } | {
          of: "custom";
          id: string | null;
          yearly: boolean;
        };
        offset: number;
        at: string;
        zone: "business" | "contact";
      };
    } | {
      kind: "coupon-expiring";
      campaign_id: string | null;
      days: number;
    } | {
      kind: "broadcast-not-clicked";
      broadcast_id: string | null;
      hours: number;
    } | {
      kind: "by-hand";
    };
    filter: {
      match: "all" | "any";
      groups: Array<{
        match: "all" | "any";
        conditions: Array<{
          field: "keyword";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "tag";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "campaign";
          has: "any" | "all" | "none";
          ids: string[];
        } | {
          field: "segment";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "upload";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "status";
          values: Array<"subscribed" | "optedOut" | "unknown">;
        } | {
          field: "email_status";
          values: Array<"subscribed" | "unsubscribed" | "unknown">;
        } | {
          field: "reachable";
          value: boolean;
        } | {
          field: "source";
          values: string[];
        } | {
          field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
          text: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "state";
          value: {
            is: "one-of" | "none-of";
            values: string[];
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "created" | "opted_in" | "last_message";
          moment: {
            when: "on" | "before" | "after";
            day: string;
          } | {
            when: "between";
            from: string;
            to: string;
          } | {
            when: "in-the-last" | "not-in-the-last";
            days: number;
          };
        } | {
          field: "birthday" | "anniversary";
          day: {
            when: "today";
          } | {
            when: "in-the-next";
            days: number;
          } | {
            when: "month";
            month: number;
          } | {
            when: "known" | "not-known";
          };
        } | {
          field: "custom";
          id: string;
          value: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          } | {
            is: "less" | "more";
            value: string;
          } | {
            is: "one-of";
            values: string[];
          };
        } | {
          field: "engagement";
          did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
          not: boolean;
          within: number | null;
          channel: "text" | "mail" | null;
          of: string | null;
        }>;
      }>;
    };
  }>;
  reentry?: {
    kind: "once";
  } | {
    kind: "after";
    days: number;
  } | {
    kind: "always";
  };
  start?: Uuid | null;
  publish?: boolean;
  moves?: AutomationMove[];
};

export type AutomationChoices = {
  data: {
    id: string;
    name: string;
  }[];
  meta: {
    total: number;
  };
};

export type AutomationCircle = {
  endless: boolean;
  steps: {
    automation: {
      id: string;
      name: string;
    };
    node: string;
    starts: string;
    trigger: number;
  }[];
};

export type AutomationCount = {
  version: number;
  node: string | null;
  what: string;
  count: number;
};

export type AutomationDeed = {
  kind: "started" | "begun" | "held" | "put-off" | "waiting" | "forced" | "passed" | "moved" | "ended";
  at: Instant;
  node: string | null;
  visit: number | null;
  act: string | null;
  attempt: number | null;
  until: Instant | null;
  listening: boolean | null;
  exit: string | null;
  to: string | null;
  because: string | null;
  note: string | null;
  seen: Array<{
    what: string;
    saw: string | null;
    holds: boolean;
  }> | null;
  said: {
    kind: "text" | "mail";
    words: string;
  } | null;
  version: number | null;
  by: string | null;
};

export type AutomationDocument = {
  triggers: Array<{
    on: {
      kind: "opted-in";
      keyword: string | null;
      campaign_id: string | null;
    } | {
      kind: "page-submitted";
      campaign_id: string | null;
    } | {
      kind: "vote-cast";
      campaign_id: string | null;
    } | {
      kind: "coupon-issued";
      campaign_id: string | null;
    } | {
      kind: "coupon-redeemed";
      campaign_id: string | null;
    } | {
      kind: "reward-unlocked";
      campaign_id: string | null;
      reward_id: string | null;
    } | {
      kind: "points-reached";
      campaign_id: string | null;
      points: number;
    } | {
      kind: "contact-created";
    } | {
      kind: "contact-imported";
      upload_id: string | null;
    } | {
      kind: "field-changed";
      field: {
        of: "contact";
        name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
      } | {
        of: "custom";
        id: string | null;
      } | null;
      to: string | null;
    } | {
      kind: "text-received";
      words: string[];
      whole: boolean;
    } | {
      kind: "link-clicked";
      source_id: string | null;
    } | {
      kind: "broadcast-sent";
      broadcast_id: string | null;
    } | {
      kind: "broadcast-answered";
      broadcast_id: string | null;
    } | {
      kind: "conversation-closed";
    } | {
      kind: "webhook-received";
      webhook_id: string | null;
    } | {
      kind: "integration-event";
      integration_id: string | null;
      event: string;
    } | {
      kind: "date";
      when: {
        day: {
          of: "birthday" | "anniversary";
        } | {
          of: "custom";
          id: string | null;
          yearly: boolean;
        };
        offset: number;
        at: string;
        zone: "business" | "contact";
      };
    } | {
      kind: "coupon-expiring";
      campaign_id: string | null;
      days: number;
    } | {
      kind: "broadcast-not-clicked";
      broadcast_id: string | null;
      hours: number;
    } | {
      kind: "by-hand";
    };
    filter: {
      match: "all" | "any";
      groups: Array<{
        match: "all" | "any";
        conditions: Array<{
          field: "keyword";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "tag";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "campaign";
          has: "any" | "all" | "none";
          ids: string[];
        } | {
          field: "segment";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "upload";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "status";
          values: Array<"subscribed" | "optedOut" | "unknown">;
        } | {
          field: "email_status";
          values: Array<"subscribed" | "unsubscribed" | "unknown">;
        } | {
          field: "reachable";
          value: boolean;
        } | {
          field: "source";
          values: string[];
        } | {
          field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
          text: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "state";
          value: {
            is: "one-of" | "none-of";
            values: string[];
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "created" | "opted_in" | "last_message";
          moment: {
            when: "on" | "before" | "after";
            day: string;
          } | {
            when: "between";
            from: string;
            to: string;
          } | {
            when: "in-the-last" | "not-in-the-last";
            days: number;
          };
        } | {
          field: "birthday" | "anniversary";
          day: {
            when: "today";
          } | {
            when: "in-the-next";
            days: number;
          } | {
            when: "month";
            month: number;
          } | {
            when: "known" | "not-known";
          };
        } | {
          field: "custom";
          id: string;
          value: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          } | {
            is: "less" | "more";
            value: string;
          } | {
            is: "one-of";
            values: string[];
          };
        } | {
          field: "engagement";
          did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
          not: boolean;
          within: number | null;
          channel: "text" | "mail" | null;
          of: string | null;
        }>;
      }>;
    };
  }>;
  reentry: {
    kind: "once";
  } | {
    kind: "after";
    days: number;
  } | {
    kind: "always";
  };
  start: string | null;
  nodes: Record<string, {
    kind: "Notification";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    body: string;
    media: Array<{
      url: string;
      contentType: string | null;
    }>;
    campaign_id: string | null;
  } | {
    kind: "SendEmail";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    subject: string;
    preheader: string;
    design_id: string | null;
    campaign_id: string | null;
  } | {
    kind: "Redemption";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    campaign_id: string | null;
    body: string;
  } | {
    kind: "Alert";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    text: string;
    phones: string[];
    emails: string[];
    text_members: string[];
    mail_members: string[];
  } | {
    kind: "GotoRegistration";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    integration_id: string | null;
    webinar: string;
  } | {
    kind: "Wait";
    name: string | null;
    off: boolean;
    until: {
      kind: "duration";
      amount: number;
      unit: "minutes" | "hours" | "days" | "weeks" | "months";
      zone: "business" | "contact";
    } | {
      kind: "time";
      at: string;
      zone: "business" | "contact";
    } | {
      kind: "weekday";
      days: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | "weekdays" | "weekends">;
      at: string;
      zone: "business" | "contact";
    } | {
      kind: "date";
      when: {
        day: {
          of: "birthday" | "anniversary";
        } | {
          of: "custom";
          id: string | null;
          yearly: boolean;
        };
        offset: number;
        at: string;
        zone: "business" | "contact";
      };
    } | {
      kind: "event";
      event: {
        kind: "opted-in";
        keyword: string | null;
        campaign_id: string | null;
      } | {
        kind: "page-submitted";
        campaign_id: string | null;
      } | {
        kind: "vote-cast";
        campaign_id: string | null;
      } | {
        kind: "coupon-issued";
        campaign_id: string | null;
      } | {
        kind: "coupon-redeemed";
        campaign_id: string | null;
      } | {
        kind: "reward-unlocked";
        campaign_id: string | null;
        reward_id: string | null;
      } | {
        kind: "points-reached";
        campaign_id: string | null;
        points: number;
      } | {
        kind: "contact-created";
      } | {
        kind: "contact-imported";
        upload_id: string | null;
      } | {
        kind: "field-changed";
        field: {
          of: "contact";
          name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
        } | {
          of: "custom";
          id: string | null;
        } | null;
        to: string | null;
      } | {
        kind: "text-received";
        words: string[];
        whole: boolean;
      } | {
        kind: "link-clicked";
        source_id: string | null;
      } | {
        kind: "broadcast-sent";
        broadcast_id: string | null;
      } | {
        kind: "broadcast-answered";
        broadcast_id: string | null;
      } | {
        kind: "conversation-closed";
      } | {
        kind: "webhook-received";
        webhook_id: string | null;
      } | {
        kind: "integration-event";
        integration_id: string | null;
        event: string;
      };
      timeout: {
        amount: number;
        unit: "minutes" | "hours" | "days" | "weeks" | "months";
      };
    };
    to: {
      next: string | null;
      otherwise: string | null;
    };
  } | {
    kind: "Goal";
    name: string | null;
    off: boolean;
    event: {
      kind: "opted-in";
      keyword: string | null;
      campaign_id: string | null;
    } | {
      kind: "page-submitted";
      campaign_id: string | null;
    } | {
      kind: "vote-cast";
      campaign_id: string | null;
    } | {
      kind: "coupon-issued";
      campaign_id: string | null;
    } | {
      kind: "coupon-redeemed";
      campaign_id: string | null;
    } | {
      kind: "reward-unlocked";
      campaign_id: string | null;
      reward_id: string | null;
    } | {
      kind: "points-reached";
      campaign_id: string | null;
      points: number;
    } | {
      kind: "contact-created";
    } | {
      kind: "contact-imported";
      upload_id: string | null;
    } | {
      kind: "field-changed";
      field: {
        of: "contact";
        name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
      } | {
        of: "custom";
        id: string | null;
      } | null;
      to: string | null;
    } | {
      kind: "text-received";
      words: string[];
      whole: boolean;
    } | {
      kind: "link-clicked";
      source_id: string | null;
    } | {
      kind: "broadcast-sent";
      broadcast_id: string | null;
    } | {
      kind: "broadcast-answered";
      broadcast_id: string | null;
    } | {
      kind: "conversation-closed";
    } | {
      kind: "webhook-received";
      webhook_id: string | null;
    } | {
      kind: "integration-event";
      integration_id: string | null;
      event: string;
    };
    to: {
      next: string | null;
    };
  } | {
    kind: "Condition";
    name: string | null;
    checks: {
      match: "all" | "any";
      groups: Array<{
        match: "all" | "any";
        conditions: Array<{
          field: "keyword";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "tag";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "campaign";
          has: "any" | "all" | "none";
          ids: string[];
        } | {
          field: "segment";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "upload";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "status";
          values: Array<"subscribed" | "optedOut" | "unknown">;
        } | {
          field: "email_status";
          values: Array<"subscribed" | "unsubscribed" | "unknown">;
        } | {
          field: "reachable";
          value: boolean;
        } | {
          field: "source";
          values: string[];
        } | {
          field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
          text: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "state";
          value: {
            is: "one-of" | "none-of";
            values: string[];
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "created" | "opted_in" | "last_message";
          moment: {
            when: "on" | "before" | "after";
            day: string;
          } | {
            when: "between";
            from: string;
            to: string;
          } | {
            when: "in-the-last" | "not-in-the-last";
            days: number;
          };
        } | {
          field: "birthday" | "anniversary";
          day: {
            when: "today";
          } | {
            when: "in-the-next";
            days: number;
          } | {
            when: "month";
            month: number;
          } | {
            when: "known" | "not-known";
          };
        } | {
          field: "custom";
          id: string;
          value: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          } | {
            is: "less" | "more";
            value: string;
          } | {
            is: "one-of";
            values: string[];
          };
        } | {
          field: "engagement";
          did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
          not: boolean;
          within: number | null;
          channel: "text" | "mail" | null;
          of: string | null;
        } | {
          field: "clock";
          zone: "business" | "contact";
          hours: number[];
          days: number[];
          months: number[];
          years: number[];
          weekdays: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | "weekdays" | "weekends">;
        }>;
      }>;
    };
    to: {
      yes: string | null;
      no: string | null;
    };
  } | {
    kind: "CollectContactData";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      given_up: string | null;
      failed: string | null;
    };
    body: string;
    again: string;
    tries: number;
    patience: {
      amount: number;
      unit: "minutes" | "hours" | "days" | "weeks" | "months";
    };
    field: {
      of: "contact";
      name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
    } | {
      of: "custom";
      id: string | null;
    };
  } | {
    kind: "SubscribeContactToList";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    campaign_id: string | null;
  } | {
    kind: "ImageUpload";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      given_up: string | null;
      failed: string | null;
    };
    body: string;
    again: string;
    tries: number;
    patience: {
      amount: number;
      unit: "minutes" | "hours" | "days" | "weeks" | "months";
    };
    field_id: string | null;
  } | {
    kind: "Split";
    name: string | null;
    shares: number[];
    to: {
      a: string | null;
      b: string | null;
      c: string | null;
      d: string | null;
      e: string | null;
    };
  } | {
    kind: "GoTo";
    name: string | null;
    to: {
      next: string | null;
    };
  } | {
    kind: "Webhook";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    url: string;
  } | {
    kind: "Keyword";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    change: "add" | "remove";
    keyword: string;
  } | {
    kind: "Tag";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    change: "add" | "remove";
    tag: string;
  } | {
    kind: "Assign";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    user_id: string | null;
  } | {
    kind: "End";
    name: string | null;
    to: Record<string, unknown>;
  }>;
};

export type AutomationDocumentInput = {
  triggers: Array<{
    on: {
      kind: "opted-in";
      keyword: string | null;
      campaign_id: string | null;
    } | {
      kind: "page-submitted";
      campaign_id: string | null;
    } | {
      kind: "vote-cast";
      campaign_id: string | null;
    } | {
      kind: "coupon-issued";
      campaign_id: string | null;
    } | {
      kind: "coupon-redeemed";
      campaign_id: string | null;
    } | {
      kind: "reward-unlocked";
      campaign_id: string | null;
      reward_id: string | null;
    } | {
      kind: "points-reached";
      campaign_id: string | null;
      points: number;
    } | {
      kind: "contact-created";
    } | {
      kind: "contact-imported";
      upload_id: string | null;
    } | {
      kind: "field-changed";
      field: {
        of: "contact";
        name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
      } | {
        of: "custom";
        id: string | null;
      } | null;
      to: string | null;
    } | {
      kind: "text-received";
      words: string[];
      whole: boolean;
    } | {
      kind: "link-clicked";
      source_id: string | null;
    } | {
      kind: "broadcast-sent";
      broadcast_id: string | null;
    } | {
      kind: "broadcast-answered";
      broadcast_id: string | null;
    } | {
      kind: "conversation-closed";
    } | {
      kind: "webhook-received";
      webhook_id: string | null;
    } | {
      kind: "integration-event";
      integration_id: string | null;
      event: string;
    } | {
      kind: "date";
      when: {
        day: {
          of: "birthday" | "anniversary";
        } | {
          of: "custom";
          id: string | null;
          yearly: boolean;
        };
        offset: number;
        at: string;
        zone: "business" | "contact";
      };
    } | {
      kind: "coupon-expiring";
      campaign_id: string | null;
      days: number;
    } | {
      kind: "broadcast-not-clicked";
      broadcast_id: string | null;
      hours: number;
    } | {
      kind: "by-hand";
    };
    filter: {
      match: "all" | "any";
      groups: Array<{
        match: "all" | "any";
        conditions: Array<{
          field: "keyword";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "tag";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "campaign";
          has: "any" | "all" | "none";
          ids: string[];
        } | {
          field: "segment";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "upload";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "status";
          values: Array<"subscribed" | "optedOut" | "unknown">;
        } | {
          field: "email_status";
          values: Array<"subscribed" | "unsubscribed" | "unknown">;
        } | {
          field: "reachable";
          value: boolean;
        } | {
          field: "source";
          values: string[];
        } | {
          field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
          text: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "state";
          value: {
            is: "one-of" | "none-of";
            values: string[];
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "created" | "opted_in" | "last_message";
          moment: {
            when: "on" | "before" | "after";
            day: string;
          } | {
            when: "between";
            from: string;
            to: string;
          } | {
            when: "in-the-last" | "not-in-the-last";
            days: number;
          };
        } | {
          field: "birthday" | "anniversary";
          day: {
            when: "today";
          } | {
            when: "in-the-next";
            days: number;
          } | {
            when: "month";
            month: number;
          } | {
            when: "known" | "not-known";
          };
        } | {
          field: "custom";
          id: string;
          value: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          } | {
            is: "less" | "more";
            value: string;
          } | {
            is: "one-of";
            values: string[];
          };
        } | {
          field: "engagement";
          did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
          not: boolean;
          within: number | null;
          channel: "text" | "mail" | null;
          of: string | null;
        }>;
      }>;
    };
  }>;
  reentry: {
    kind: "once";
  } | {
    kind: "after";
    days: number;
  } | {
    kind: "always";
  };
  start: string | null;
  nodes: Record<string, {
    kind: "Notification";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    body: string;
    media: Array<{
      url: string;
      contentType: string | null;
    }>;
    campaign_id: string | null;
  } | {
    kind: "SendEmail";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    subject: string;
    preheader: string;
    design_id: string | null;
    campaign_id: string | null;
  } | {
    kind: "Redemption";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    campaign_id: string | null;
    body: string;
  } | {
    kind: "Alert";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    text: string;
    phones: string[];
    emails: string[];
    text_members?: string[];
    mail_members?: string[];
  } | {
    kind: "GotoRegistration";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    integration_id: string | null;
    webinar: string;
  } | {
    kind: "Wait";
    name: string | null;
    off: boolean;
    until: {
      kind: "duration";
      amount: number;
      unit: "minutes" | "hours" | "days" | "weeks" | "months";
      zone: "business" | "contact";
    } | {
      kind: "time";
      at: string;
      zone: "business" | "contact";
    } | {
      kind: "weekday";
      days: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | "weekdays" | "weekends">;
      at: string;
      zone: "business" | "contact";
    } | {
      kind: "date";
      when: {
        day: {
          of: "birthday" | "anniversary";
        } | {
          of: "custom";
          id: string | null;
          yearly: boolean;
        };
        offset: number;
        at: string;
        zone: "business" | "contact";
      };
    } | {
      kind: "event";
      event: {
        kind: "opted-in";
        keyword: string | null;
        campaign_id: string | null;
      } | {
        kind: "page-submitted";
        campaign_id: string | null;
      } | {
        kind: "vote-cast";
        campaign_id: string | null;
      } | {
        kind: "coupon-issued";
        campaign_id: string | null;
      } | {
        kind: "coupon-redeemed";
        campaign_id: string | null;
      } | {
        kind: "reward-unlocked";
        campaign_id: string | null;
        reward_id: string | null;
      } | {
        kind: "points-reached";
        campaign_id: string | null;
        points: number;
      } | {
        kind: "contact-created";
      } | {
        kind: "contact-imported";
        upload_id: string | null;
      } | {
        kind: "field-changed";
        field: {
          of: "contact";
          name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
        } | {
          of: "custom";
          id: string | null;
        } | null;
        to: string | null;
      } | {
        kind: "text-received";
        words: string[];
        whole: boolean;
      } | {
        kind: "link-clicked";
        source_id: string | null;
      } | {
        kind: "broadcast-sent";
        broadcast_id: string | null;
      } | {
        kind: "broadcast-answered";
        broadcast_id: string | null;
      } | {
        kind: "conversation-closed";
      } | {
        kind: "webhook-received";
        webhook_id: string | null;
      } | {
        kind: "integration-event";
        integration_id: string | null;
        event: string;
      };
      timeout: {
        amount: number;
        unit: "minutes" | "hours" | "days" | "weeks" | "months";
      };
    };
    to: {
      next: string | null;
      otherwise: string | null;
    };
  } | {
    kind: "Goal";
    name: string | null;
    off: boolean;
    event: {
      kind: "opted-in";
      keyword: string | null;
      campaign_id: string | null;
    } | {
      kind: "page-submitted";
      campaign_id: string | null;
    } | {
      kind: "vote-cast";
      campaign_id: string | null;
    } | {
      kind: "coupon-issued";
      campaign_id: string | null;
    } | {
      kind: "coupon-redeemed";
      campaign_id: string | null;
    } | {
      kind: "reward-unlocked";
      campaign_id: string | null;
      reward_id: string | null;
    } | {
      kind: "points-reached";
      campaign_id: string | null;
      points: number;
    } | {
      kind: "contact-created";
    } | {
      kind: "contact-imported";
      upload_id: string | null;
    } | {
      kind: "field-changed";
      field: {
        of: "contact";
        name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
      } | {
        of: "custom";
        id: string | null;
      } | null;
      to: string | null;
    } | {
      kind: "text-received";
      words: string[];
      whole: boolean;
    } | {
      kind: "link-clicked";
      source_id: string | null;
    } | {
      kind: "broadcast-sent";
      broadcast_id: string | null;
    } | {
      kind: "broadcast-answered";
      broadcast_id: string | null;
    } | {
      kind: "conversation-closed";
    } | {
      kind: "webhook-received";
      webhook_id: string | null;
    } | {
      kind: "integration-event";
      integration_id: string | null;
      event: string;
    };
    to: {
      next: string | null;
    };
  } | {
    kind: "Condition";
    name: string | null;
    checks: {
      match: "all" | "any";
      groups: Array<{
        match: "all" | "any";
        conditions: Array<{
          field: "keyword";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "tag";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "campaign";
          has: "any" | "all" | "none";
          ids: string[];
        } | {
          field: "segment";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "upload";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "status";
          values: Array<"subscribed" | "optedOut" | "unknown">;
        } | {
          field: "email_status";
          values: Array<"subscribed" | "unsubscribed" | "unknown">;
        } | {
          field: "reachable";
          value: boolean;
        } | {
          field: "source";
          values: string[];
        } | {
          field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
          text: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "state";
          value: {
            is: "one-of" | "none-of";
            values: string[];
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "created" | "opted_in" | "last_message";
          moment: {
            when: "on" | "before" | "after";
            day: string;
          } | {
            when: "between";
            from: string;
            to: string;
          } | {
            when: "in-the-last" | "not-in-the-last";
            days: number;
          };
        } | {
          field: "birthday" | "anniversary";
          day: {
            when: "today";
          } | {
            when: "in-the-next";
            days: number;
          } | {
            when: "month";
            month: number;
          } | {
            when: "known" | "not-known";
          };
        } | {
          field: "custom";
          id: string;
          value: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          } | {
            is: "less" | "more";
            value: string;
          } | {
            is: "one-of";
            values: string[];
          };
        } | {
          field: "engagement";
          did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
          not: boolean;
          within: number | null;
          channel: "text" | "mail" | null;
          of: string | null;
        } | {
          field: "clock";
          zone: "business" | "contact";
          hours: number[];
          days: number[];
          months: number[];
          years: number[];
          weekdays: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | "weekdays" | "weekends">;
        }>;
      }>;
    };
    to: {
      yes: string | null;
      no: string | null;
    };
  } | {
    kind: "CollectContactData";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      given_up: string | null;
      failed: string | null;
    };
    body: string;
    again: string;
    tries: number;
    patience: {
      amount: number;
      unit: "minutes" | "hours" | "days" | "weeks" | "months";
    };
    field: {
      of: "contact";
      name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
    } | {
      of: "custom";
      id: string | null;
    };
  } | {
    kind: "SubscribeContactToList";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    campaign_id: string | null;
  } | {
    kind: "ImageUpload";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      given_up: string | null;
      failed: string | null;
    };
    body: string;
    again: string;
    tries: number;
    patience: {
      amount: number;
      unit: "minutes" | "hours" | "days" | "weeks" | "months";
    };
    field_id: string | null;
  } | {
    kind: "Split";
    name: string | null;
    shares: number[];
    to: {
      a: string | null;
      b: string | null;
      c: string | null;
      d: string | null;
      e: string | null;
    };
  } | {
    kind: "GoTo";
    name: string | null;
    to: {
      next: string | null;
    };
  } | {
    kind: "Webhook";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    url: string;
  } | {
    kind: "Keyword";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    change: "add" | "remove";
    keyword: string;
  } | {
    kind: "Tag";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    change: "add" | "remove";
    tag: string;
  } | {
    kind: "Assign";
    name: string | null;
    off: boolean;
    to: {
      next: string | null;
      failed: string | null;
    };
    user_id: string | null;
  } | {
    kind: "End";
    name: string | null;
    to: Record<string, unknown>;
  }>;
};

export type AutomationEnd = "completed" | "goal" | "opted-out" | "erased" | "merged" | "archived" | "stopped" | "lapsed" | "by-hand" | "failed";

export type AutomationEnrollmentsRetried = {
  data: {
    count: number;
  };
};

export type AutomationHook = {
  id: string;
  name: string | null;
  path: string;
  mapping: Array<{
    path: string;
    to: {
      of: "contact";
      name: "first_name" | "last_name" | "phone" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
    } | {
      of: "custom";
      id: string;
    };
  }>;
  sample: unknown;
  heard_at: Instant | null;
  calls: AutomationHookCall[];
};

export type AutomationHookAnswer = {
  data: AutomationHook;
};

export type AutomationHookCall = {
  at: Instant;
  outcome: "sampled" | "received" | "refused";
  message: string | null;
  contact_id: string | null;
};

export type AutomationHookChanges = {
  mapping?: Array<{
    path: string;
    to: {
      of: "contact";
      name: "first_name" | "last_name" | "phone" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
    } | {
      of: "custom";
      id: string;
    };
  }>;
  name?: string | null;
};

export type AutomationHookList = {
  data: AutomationHookRow[];
};

export type AutomationHookRow = {
  id: string;
  name: string | null;
  path: string;
  created_at: Instant;
  mapped: boolean;
  heard_at: Instant | null;
  outcome: "sampled" | "received" | "refused" | null;
};

export type AutomationList = {
  data: AutomationRow[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type AutomationMove = {
  node: Uuid;
  how: "keep" | "recompute" | "go";
  to?: Uuid | null;
};

export type AutomationNode = {
  kind: "Notification";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  body: string;
  media: Array<{
    url: string;
    contentType: string | null;
  }>;
  campaign_id: string | null;
} | {
  kind: "SendEmail";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  subject: string;
  preheader: string;
  design_id: string | null;
  campaign_id: string | null;
} | {
  kind: "Redemption";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  campaign_id: string | null;
  body: string;
} | {
  kind: "Alert";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  text: string;
  phones: string[];
  emails: string[];
  text_members?: string[];
  mail_members?: string[];
} | {
  kind: "GotoRegistration";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  integration_id: string | null;
  webinar: string;
} | {
  kind: "Wait";
  name: string | null;
  off: boolean;
  until: {
    kind: "duration";
    amount: number;
    unit: "minutes" | "hours" | "days" | "weeks" | "months";
    zone: "business" | "contact";
  } | {
    kind: "time";
    at: string;
    zone: "business" | "contact";
  } | {
    kind: "weekday";
    days: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | "weekdays" | "weekends">;
    at: string;
    zone: "business" | "contact";
  } | {
    kind: "date";
    when: {
      day: {
        of: "birthday" | "anniversary";
      } | {
        of: "custom";
        id: string | null;
        yearly: boolean;
      };
      offset: number;
      at: string;
      zone: "business" | "contact";
    };
  } | {
    kind: "event";
    event: {
      kind: "opted-in";
      keyword: string | null;
      campaign_id: string | null;
    } | {
      kind: "page-submitted";
      campaign_id: string | null;
    } | {
      kind: "vote-cast";
      campaign_id: string | null;
    } | {
      kind: "coupon-issued";
      campaign_id: string | null;
    } | {
      kind: "coupon-redeemed";
      campaign_id: string | null;
    } | {
      kind: "reward-unlocked";
      campaign_id: string | null;
      reward_id: string | null;
    } | {
      kind: "points-reached";
      campaign_id: string | null;
      points: number;
    } | {
      kind: "contact-created";
    } | {
      kind: "contact-imported";
      upload_id: string | null;
    } | {
      kind: "field-changed";
      field: {
        of: "contact";
        name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
      } | {
        of: "custom";
        id: string | null;
      } | null;
      to: string | null;
    } | {
      kind: "text-received";
      words: string[];
      whole: boolean;
    } | {
      kind: "link-clicked";
      source_id: string | null;
    } | {
      kind: "broadcast-sent";
      broadcast_id: string | null;
    } | {
      kind: "broadcast-answered";
      broadcast_id: string | null;
    } | {
      kind: "conversation-closed";
    } | {
      kind: "webhook-received";
      webhook_id: string | null;
    } | {
      kind: "integration-event";
      integration_id: string | null;
      event: string;
    };
    timeout: {
      amount: number;
      unit: "minutes" | "hours" | "days" | "weeks" | "months";
    };
  };
  to: {
    next: string | null;
    otherwise: string | null;
  };
} | {
  kind: "Goal";
  name: string | null;
  off: boolean;
  event: {
    kind: "opted-in";
    keyword: string | null;
    campaign_id: string | null;
  } | {
    kind: "page-submitted";
    campaign_id: string | null;
  } | {
    kind: "vote-cast";
    campaign_id: string | null;
  } | {
    kind: "coupon-issued";
    campaign_id: string | null;
  } | {
    kind: "coupon-redeemed";
    campaign_id: string | null;
  } | {
    kind: "reward-unlocked";
    campaign_id: string | null;
    reward_id: string | null;
  } | {
    kind: "points-reached";
    campaign_id: string | null;
    points: number;
  } | {
    kind: "contact-created";
  } | {
    kind: "contact-imported";
    upload_id: string | null;
  } | {
    kind: "field-changed";
    field: {
      of: "contact";
      name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
    } | {
      of: "custom";
      id: string | null;
    } | null;
    to: string | null;
  } | {
    kind: "text-received";
    words: string[];
    whole: boolean;
  } | {
    kind: "link-clicked";
    source_id: string | null;
  } | {
    kind: "broadcast-sent";
    broadcast_id: string | null;
  } | {
    kind: "broadcast-answered";
    broadcast_id: string | null;
  } | {
    kind: "conversation-closed";
  } | {
    kind: "webhook-received";
    webhook_id: string | null;
  } | {
    kind: "integration-event";
    integration_id: string | null;
    event: string;
  };
  to: {
    next: string | null;
  };
} | {
  kind: "Condition";
  name: string | null;
  checks: {
    match: "all" | "any";
    groups: Array<{
      match: "all" | "any";
      conditions: Array<{
        field: "keyword";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "tag";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "campaign";
        has: "any" | "all" | "none";
        ids: string[];
      } | {
        field: "segment";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "upload";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "status";
        values: Array<"subscribed" | "optedOut" | "unknown">;
      } | {
        field: "email_status";
        values: Array<"subscribed" | "unsubscribed" | "unknown">;
      } | {
        field: "reachable";
        value: boolean;
      } | {
        field: "source";
        values: string[];
      } | {
        field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
        text: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "state";
        value: {
          is: "one-of" | "none-of";
          values: string[];
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "created" | "opted_in" | "last_message";
        moment: {
          when: "on" | "before" | "after";
          day: string;
        } | {
          when: "between";
          from: string;
          to: string;
        } | {
          when: "in-the-last" | "not-in-the-last";
          days: number;
        };
      } | {
        field: "birthday" | "anniversary";
        day: {
          when: "today";
        } | {
          when: "in-the-next";
          days: number;
        } | {
          when: "month";
          month: number;
        } | {
          when: "known" | "not-known";
        };
      } | {
        field: "custom";
        id: string;
        value: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        } | {
          is: "less" | "more";
          value: string;
        } | {
          is: "one-of";
          values: string[];
        };
      } | {
        field: "engagement";
        did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
        not: boolean;
        within: number | null;
        channel: "text" | "mail" | null;
        of: string | null;
      } | {
        field: "clock";
        zone: "business" | "contact";
        hours: number[];
        days: number[];
        months: number[];
        years: number[];
        weekdays: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | "weekdays" | "weekends">;
      }>;
    }>;
  };
  to: {
    yes: string | null;
    no: string | null;
  };
} | {
  kind: "CollectContactData";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    given_up: string | null;
    failed: string | null;
  };
  body: string;
  again: string;
  tries: number;
  patience: {
    amount: number;
    unit: "minutes" | "hours" | "days" | "weeks" | "months";
  };
  field: {
    of: "contact";
    name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
  } | {
    of: "custom";
    id: string | null;
  };
} | {
  kind: "SubscribeContactToList";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  campaign_id: string | null;
} | {
  kind: "ImageUpload";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    given_up: string | null;
    failed: string | null;
  };
  body: string;
  again: string;
  tries: number;
  patience: {
    amount: number;
    unit: "minutes" | "hours" | "days" | "weeks" | "months";
  };
  field_id: string | null;
} | {
  kind: "Split";
  name: string | null;
  shares: number[];
  to: {
    a: string | null;
    b: string | null;
    c: string | null;
    d: string | null;
    e: string | null;
  };
} | {
  kind: "GoTo";
  name: string | null;
  to: {
    next: string | null;
  };
} | {
  kind: "Webhook";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  url: string;
} | {
  kind: "Keyword";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  change: "add" | "remove";
  keyword: string;
} | {
  kind: "Tag";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  change: "add" | "remove";
  tag: string;
} | {
  kind: "Assign";
  name: string | null;
  off: boolean;
  to: {
    next: string | null;
    failed: string | null;
  };
  user_id: string | null;
} | {
  kind: "End";
  name: string | null;
  to: Record<string, unknown>;
};

export type AutomationNotLetIn = {
  count: number;
  last_at: Instant | null;
  whys: Array<{
    why: "busy" | "our-fault";
    count: number;
  }>;
};

export type AutomationNotLetInAnswer = {
  data: AutomationNotLetIn;
};

export type AutomationOutlook = {
  how: "stay" | "keep" | "recompute" | "go";
  to: string | null;
  first_at: Instant | null;
  first_node: string | null;
  at_once: number;
};

export type AutomationOverlap = {
  trigger: number;
  node: string;
  other: {
    id: string;
    name: string;
    trigger: number;
    node: string;
  };
};

export type AutomationOverlapList = {
  data: AutomationOverlap[];
  circles: AutomationCircle[];
};

export type AutomationProblem = {
  code: string;
  node: string | null;
  trigger: number | null;
  field: string | null;
  message: string;
};

export type AutomationRehearsal = {
  version: number | null;
  revision: Revision;
  from: Instant;
  until: Instant;
  next: string | null;
  contacts: number | null;
  monthly: {
    most: number;
    used: Record<string, number>;
  } | null;
  cost: {
    currency: string;
    amount: number;
    unpriced: number;
    includes: boolean;
  } | null;
  through: number;
  looked: number;
  people: number;
  entries: number;
  triggers: Record<string, number>;
  left_out: Record<string, number>;
  texts: number;
  text_people: number;
  mails: number;
  mail_people: number;
  alerts: number;
  calls: number;
  credits: number;
  months: Record<string, number>;
  really: Record<string, number>;
  held: number;
  refused: Record<string, number>;
  ends: Record<string, number>;
  skipped: number[];
  steps: Record<string, RehearsedStep>;
  sendings: RehearsedSending[];
};

export type AutomationRehearsalAnswer = {
  data: AutomationRehearsal;
};

export type AutomationRow = {
  id: string;
  name: string;
  status: "draft" | "on" | "off";
  triggers: Array<{
    on: {
      kind: "opted-in";
      keyword: string | null;
      campaign_id: string | null;
    } | {
      kind: "page-submitted";
      campaign_id: string | null;
    } | {
      kind: "vote-cast";
      campaign_id: string | null;
    } | {
      kind: "coupon-issued";
      campaign_id: string | null;
    } | {
      kind: "coupon-redeemed";
      campaign_id: string | null;
    } | {
      kind: "reward-unlocked";
      campaign_id: string | null;
      reward_id: string | null;
    } | {
      kind: "points-reached";
      campaign_id: string | null;
      points: number;
    } | {
      kind: "contact-created";
    } | {
      kind: "contact-imported";
      upload_id: string | null;
    } | {
      kind: "field-changed";
      field: {
        of: "contact";
        name: "first_name" | "last_name" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
      } | {
        of: "custom";
        id: string | null;
      } | null;
      to: string | null;
    } | {
      kind: "text-received";
      words: string[];
      whole: boolean;
    } | {
      kind: "link-clicked";
      source_id: string | null;
    } | {
      kind: "broadcast-sent";
      broadcast_id: string | null;
    } | {
      kind: "broadcast-answered";
      broadcast_id: string | null;
    } | {
      kind: "conversation-closed";
    } | {
      kind: "webhook-received";
      webhook_id: string | null;
    } | {
      kind: "integration-event";
      integration_id: string | null;
      event: string;
    } | {
      kind: "date";
      when: {
        day: {
          of: "birthday" | "anniversary";
        } | {
          of: "custom";
          id: string | null;
          yearly: boolean;
        };
        offset: number;
        at: string;
        zone: "business" | "contact";
      };
    } | {
      kind: "coupon-expiring";
      campaign_id: string | null;
      days: number;
    } | {
      kind: "broadcast-not-clicked";
      broadcast_id: string | null;
      hours: number;
    } | {
      kind: "by-hand";
    };
    filter: {
      match: "all" | "any";
      groups: Array<{
        match: "all" | "any";
        conditions: Array<{
          field: "keyword";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "tag";
          has: "any" | "all" | "none";
          values: string[];
        } | {
          field: "campaign";
          has: "any" | "all" | "none";
          ids: string[];
        } | {
          field: "segment";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "upload";
          has: "any" | "none";
          ids: string[];
        } | {
          field: "status";
          values: Array<"subscribed" | "optedOut" | "unknown">;
        } | {
          field: "email_status";
          values: Array<"subscribed" | "unsubscribed" | "unknown">;
        } | {
          field: "reachable";
          value: boolean;
        } | {
          field: "source";
          values: string[];
        } | {
          field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
          text: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "state";
          value: {
            is: "one-of" | "none-of";
            values: string[];
          } | {
            is: "known" | "not-known";
          };
        } | {
          field: "created" | "opted_in" | "last_message";
          moment: {
            when: "on" | "before" | "after";
            day: string;
          } | {
            when: "between";
            from: string;
            to: string;
          } | {
            when: "in-the-last" | "not-in-the-last";
            days: number;
          };
        } | {
          field: "birthday" | "anniversary";
          day: {
            when: "today";
          } | {
            when: "in-the-next";
            days: number;
          } | {
            when: "month";
            month: number;
          } | {
            when: "known" | "not-known";
          };
        } | {
          field: "custom";
          id: string;
          value: {
            is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
            value: string;
          } | {
            is: "known" | "not-known";
          } | {
            is: "less" | "more";
            value: string;
          } | {
            is: "one-of";
            values: string[];
          };
        } | {
          field: "engagement";
          did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
          not: boolean;
          within: number | null;
          channel: "text" | "mail" | null;
          of: string | null;
        }>;
      }>;
    };
  }>;
  created_at: Instant;
  changed_at: Instant;
  version: number | null;
  published_at: Instant | null;
  broken: number;
  entered: number;
  inside: number;
  reached: number;
  failed: number;
};

export type AutomationRun = {
  id: string;
  automation_id: string;
  automation_name: string;
  contact: {
    id: string;
    first_name: string | null;
    last_name: string | null;
    phone: string | null;
    email: string | null;
  };
  version: number;
  entry: number;
  trigger: string;
  started_at: Instant;
  state: "due" | "acting" | "put-off" | "waiting" | "ended";
  node: string | null;
  visit: number;
  since: Instant;
  until: Instant | null;
  held: "quiet-hours" | "retry" | "rate-limited" | "unpaid" | "unregistered" | "day-full" | null;
  listening: boolean;
  ended_at: Instant | null;
  reason: AutomationEnd | null;
  note: string | null;
};

export type AutomationRunAnswer = {
  data: {
    id: string;
    automation_id: string;
    automation_name: string;
    contact: {
      id: string;
      first_name: string | null;
      last_name: string | null;
      phone: string | null;
      email: string | null;
    };
    version: number;
    entry: number;
    trigger: string;
    started_at: Instant;
    state: "due" | "acting" | "put-off" | "waiting" | "ended";
    node: string | null;
    visit: number;
    since: Instant;
    until: Instant | null;
    held: "quiet-hours" | "retry" | "rate-limited" | "unpaid" | "unregistered" | "day-full" | null;
    listening: boolean;
    ended_at: Instant | null;
    reason: AutomationEnd | null;
    note: string | null;
    document: AutomationDocument | null;
    path: AutomationDeed[];
  };
};

export type AutomationRunList = {
  data: AutomationRun[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type AutomationStarted = {
  success: true;
  message: string;
  data: {
    run_id: string;
  };
};

export type AutomationTemplate = {
  key: string;
  name: string;
  about: string;
  document: AutomationDocument;
};

export type AutomationTemplateList = {
  data: AutomationTemplate[];
};

export type AutomationUniqueId = {
  data: {
    unique_id: string;
  };
};

export type AutomationVersion = {
  version: number;
  published_at: Instant;
  by: string | null;
  entered: number;
  inside: number;
  reached: number;
};

export type AutomationVersionAnswer = {
  data: {
    version: number;
    document: AutomationDocument;
    counts: AutomationCount[];
  };
};

export type AutomationVersionList = {
  data: AutomationVersion[];
};

export type AutomationWaiting = {
  node: string;
  count: number;
  looked: number;
  changed: boolean;
  outlooks: AutomationOutlook[];
};

export type AutomationWaitingList = {
  at: Instant;
  data: AutomationWaiting[];
};

export type AutomationWalk = {
  contact_id: string;
  version: number | null;
  revision: Revision;
  from: Instant;
  until: Instant;
  refused: string | null;
  end: AutomationEnd | null;
  path: AutomationDeed[];
};

export type AutomationWalkAnswer = {
  data: AutomationWalk;
};

export type BallotExportForm = BallotExportParams;

export type BallotExportParams = {
  format?: "csv" | "xlsx";
};

export type BillingDetailRecord = {
  business: Named;
  rate_id: Uuid | null;
  channel: "sms" | "mms" | "email" | "voice" | "number" | "contact" | "registration";
  direction: "out" | "in";
  country: string;
  carrier_class: "local" | "toll-free" | "short-code" | "other";
  quantity: number;
  included: number;
  carrier: number | null;
  price: number;
  resale: number | null;
  margin: number | null;
  fee: "brand-low-volume" | "brand-standard" | "brand-sole-proprietor" | "campaign-vetting" | null;
  month: string;
  for_month: string | null;
  closed: boolean;
  currency: string;
};

export type BillingDetailRecords = {
  data: BillingDetailRecord[];
  totals: BillingSums[];
  groups: BillingGroupSums[] | null;
  meta: {
    total: number;
    page: number;
    per_page: number;
    from: string;
    to: string;
  };
};

export type BillingEntry = {
  id: string;
  type: "invoice" | "charge" | "refund";
  at: Instant;
  number: string | null;
  reason: string | null;
  amount: number;
  currency: string;
  status: "open" | "paid" | "void" | "uncollectible" | "succeeded" | "failed";
  invoice_id: string | null;
  next_attempt_at: Instant | null;
};

export type BillingExportForm = {
  agency_id?: string | "";
  business_id?: string | "";
  channel?: "sms" | "mms" | "email" | "voice" | "number" | "contact" | "registration" | "";
  direction?: "out" | "in" | "";
  date_range?: string;
};

export type BillingGroupSums = {
  quantity: number;
  included: number;
  carrier: number | null;
  price: number;
  resale: number | null;
  margin: number | null;
  currency: string;
  records: number;
  key: string;
  name: string | null;
};

export type BillingHistory = {
  data: BillingEntry[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type BillingSums = {
  quantity: number;
  included: number;
  carrier: number | null;
  price: number;
  resale: number | null;
  margin: number | null;
  currency: string;
  records: number;
};

export type BringInBusinessFile = {
  file: Record<string, unknown>;
  keys?: string[] | null;
};

export type Broadcast = {
  id: string;
  name: string;
  type: "sms" | "mms" | "email";
  status: "draft" | "approval" | "scheduled" | "running" | "paused" | "stopped" | "completed";
  campaign_id: string | null;
  campaign_name: string | null;
  variants: number;
  says: string | null;
  recurring: boolean;
  next_at: Instant | null;
  started_at: Instant | null;
  ended_at: Instant | null;
  created_at: Instant;
  counts: RecipientCounts;
  clicked: number;
  replied: number;
  opted_out: number;
  redeemed: number;
  contents: BroadcastContent[];
  test: {
    share: number;
    by: "clicks" | "replies" | "redemptions";
    hours: number;
  } | null;
  audience: BroadcastAudience;
  schedule: {
    kind: "now";
  } | {
    kind: "at";
    at: string;
    zone: string;
  } | {
    kind: "recipient";
    at: string;
  } | {
    kind: "recurring";
    at: string;
    zone: string;
    every: "day" | "week" | "month";
    until: string | null;
  };
  window_hours: number | null;
  valid_hours: number;
  short_links: boolean;
  from: {
    id: string;
    as: "duplicate" | "resend" | "occurrence" | "skipped";
  } | null;
  texted: {
    contact_id: Uuid;
    name: string | null;
    phone: string | null;
  } | null;
  frozen: boolean;
  sender: string | null;
  expires_at: Instant | null;
  paused: {
    by: "person" | "filtering" | "failures" | "sender-blocked" | "over-limit" | "insufficient-funds" | "bounces" | "complaints" | "unpaid" | "unregistered" | "audience" | "our-fault";
    note: string;
    at: Instant;
  } | null;
  approval: {
    recipients: number;
    limit: number;
    asked_at: Instant;
    approved_at: Instant | null;
    rejected_at: Instant | null;
    note: string | null;
  } | null;
  winner: {
    variant: number;
    honest: boolean;
    at: Instant;
    figures: {
      sent: number;
      did: number;
    }[];
  } | null;
  revision: Revision;
};

export type BroadcastAudience = {
  keywords: string[];
  segment_ids: Uuid[];
  contact_ids: Uuid[];
  filter: {
    match: "all" | "any";
    groups: Array<{
      match: "all" | "any";
      conditions: Array<{
        field: "keyword";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "tag";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "campaign";
        has: "any" | "all" | "none";
        ids: string[];
      } | {
        field: "segment";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "upload";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "status";
        values: Array<"subscribed" | "optedOut" | "unknown">;
      } | {
        field: "email_status";
        values: Array<"subscribed" | "unsubscribed" | "unknown">;
      } | {
        field: "reachable";
        value: boolean;
      } | {
        field: "source";
        values: string[];
      } | {
        field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
        text: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "state";
        value: {
          is: "one-of" | "none-of";
          values: string[];
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "created" | "opted_in" | "last_message";
        moment: {
          when: "on" | "before" | "after";
          day: string;
        } | {
          when: "between";
          from: string;
          to: string;
        } | {
          when: "in-the-last" | "not-in-the-last";
          days: number;
        };
      } | {
        field: "birthday" | "anniversary";
        day: {
          when: "today";
        } | {
          when: "in-the-next";
          days: number;
        } | {
          when: "month";
          month: number;
        } | {
          when: "known" | "not-known";
        };
      } | {
        field: "custom";
        id: string;
        value: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        } | {
          is: "less" | "more";
          value: string;
        } | {
          is: "one-of";
          values: string[];
        };
      } | {
        field: "engagement";
        did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
        not: boolean;
        within: number | null;
        channel: "text" | "mail" | null;
        of: string | null;
      }>;
    }>;
  };
  except_segment_ids: Uuid[];
  except_keywords: string[];
  recipients_of: {
    broadcast_id: Uuid;
    ends: Array<"delivered" | "undelivered" | "suppressed" | "stopped" | "expired">;
    reasons: Array<"no-address" | "opted-out" | "no-consent" | "looks-opted-out" | "unreachable" | "blocked" | "duplicate" | "paused" | "topic-off" | "too-often" | "daily-limit" | "missing-value" | "over-limit" | "above-limit" | "insufficient-funds" | "sender-blocked" | "inactive-business" | "our-fault" | "erased" | "stopped" | "expired" | "unsubscribed" | "bounced" | "complained">;
  } | null;
};

export type BroadcastAudienceInput = {
  keywords: string[];
  segment_ids: Uuid[];
  contact_ids: Uuid[];
  filter: {
    match: "all" | "any";
    groups: Array<{
      match: "all" | "any";
      conditions: Array<{
        field: "keyword";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "tag";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "campaign";
        has: "any" | "all" | "none";
        ids: string[];
      } | {
        field: "segment";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "upload";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "status";
        values: Array<"subscribed" | "optedOut" | "unknown">;
      } | {
        field: "email_status";
        values: Array<"subscribed" | "unsubscribed" | "unknown">;
      } | {
        field: "reachable";
        value: boolean;
      } | {
        field: "source";
        values: string[];
      } | {
        field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
        text: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "state";
        value: {
          is: "one-of" | "none-of";
          values: string[];
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "created" | "opted_in" | "last_message";
        moment: {
          when: "on" | "before" | "after";
          day: string;
        } | {
          when: "between";
          from: string;
          to: string;
        } | {
          when: "in-the-last" | "not-in-the-last";
          days: number;
        };
      } | {
        field: "birthday" | "anniversary";
        day: {
          when: "today";
        } | {
          when: "in-the-next";
          days: number;
        } | {
          when: "month";
          month: number;
        } | {
          when: "known" | "not-known";
        };
      } | {
        field: "custom";
        id: string;
        value: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        } | {
          is: "less" | "more";
          value: string;
        } | {
          is: "one-of";
          values: string[];
        };
      } | {
        field: "engagement";
        did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
        not: boolean;
        within: number | null;
        channel: "text" | "mail" | null;
        of: string | null;
      }>;
    }>;
  };
  except_segment_ids: Uuid[];
  except_keywords: string[];
  recipients_of?: {
    broadcast_id: Uuid;
    ends: Array<"delivered" | "undelivered" | "suppressed" | "stopped" | "expired">;
    reasons: Array<"no-address" | "opted-out" | "no-consent" | "looks-opted-out" | "unreachable" | "blocked" | "duplicate" | "paused" | "topic-off" | "too-often" | "daily-limit" | "missing-value" | "over-limit" | "above-limit" | "insufficient-funds" | "sender-blocked" | "inactive-business" | "our-fault" | "erased" | "stopped" | "expired" | "unsubscribed" | "bounced" | "complained">;
  } | null;
};

export type BroadcastContent = {
  kind: "text";
  body: string;
  media: Array<{
    url: string;
    content_type: string | null;
  }>;
} | {
  kind: "mail";
  subject: string | null;
  preheader: string | null;
  design_id: Uuid | null;
};

export type BroadcastList = {
  data: BroadcastRow[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type BroadcastRedemption = {
  coupon_id: string;
  contact_id: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  code: string | null;
  title: string | null;
  discount_type: string | null;
  amount: number | null;
  till: string | null;
  redeemed_at: Instant;
};

export type BroadcastRedemptionList = {
  data: BroadcastRedemption[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type BroadcastReply = {
  data: Broadcast;
};

export type BroadcastRow = {
  id: string;
  name: string;
  type: "sms" | "mms" | "email";
  status: "draft" | "approval" | "scheduled" | "running" | "paused" | "stopped" | "completed";
  campaign_id: string | null;
  campaign_name: string | null;
  variants: number;
  says: string | null;
  recurring: boolean;
  next_at: Instant | null;
  started_at: Instant | null;
  ended_at: Instant | null;
  created_at: Instant;
  counts: RecipientCounts;
  clicked: number;
  replied: number;
  opted_out: number;
  redeemed: number;
};

export type Broadcaster = {
  name: string;
  phone: string;
};

export type BroadcastersReply = {
  data: {
    number: string | null;
    keyword: string | null;
    broadcasters: Array<{
      name: string;
      phone: string;
      state: "ready" | "opted-out";
      last: {
        broadcast_id: Uuid;
        name: string;
        at: Instant;
      } | null;
    }>;
  };
};

export type BulkAction = {
  id: string;
  kind: "add-tags" | "remove-tags" | "assign-keywords" | "remove-keywords" | "opt-out" | "remove" | "start-automation";
  words: string[];
  status: "running" | "completed" | "cancelled";
  count: number;
  done: number;
  changed: number;
  started_at: Instant;
  ended_at: Instant | null;
};

export type BulkActionList = {
  data: BulkAction[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type BulkActionReply = {
  data: BulkAction;
};

export type BulkCount = {
  data: {
    count: number;
  };
};

export type BulkFilters = {
  search?: string | null;
  status?: "subscribed" | "optedOut" | "unknown" | "active" | null;
  opt_out?: boolean | null;
  keywords?: string[];
  tags?: string[];
  filter?: {
    match: "all" | "any";
    groups: Array<{
      match: "all" | "any";
      conditions: Array<{
        field: "keyword";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "tag";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "campaign";
        has: "any" | "all" | "none";
        ids: string[];
      } | {
        field: "segment";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "upload";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "status";
        values: Array<"subscribed" | "optedOut" | "unknown">;
      } | {
        field: "email_status";
        values: Array<"subscribed" | "unsubscribed" | "unknown">;
      } | {
        field: "reachable";
        value: boolean;
      } | {
        field: "source";
        values: string[];
      } | {
        field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
        text: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "state";
        value: {
          is: "one-of" | "none-of";
          values: string[];
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "created" | "opted_in" | "last_message";
        moment: {
          when: "on" | "before" | "after";
          day: string;
        } | {
          when: "between";
          from: string;
          to: string;
        } | {
          when: "in-the-last" | "not-in-the-last";
          days: number;
        };
      } | {
        field: "birthday" | "anniversary";
        day: {
          when: "today";
        } | {
          when: "in-the-next";
          days: number;
        } | {
          when: "month";
          month: number;
        } | {
          when: "known" | "not-known";
        };
      } | {
        field: "custom";
        id: string;
        value: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        } | {
          is: "less" | "more";
          value: string;
        } | {
          is: "one-of";
          values: string[];
        };
      } | {
        field: "engagement";
        did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
        not: boolean;
        within: number | null;
        channel: "text" | "mail" | null;
        of: string | null;
      }>;
    }>;
  } | null;
  segment_id?: Uuid | null;
  except?: Uuid[];
};

export type BulkKeywords = {
  contact_ids?: Uuid[];
  filters?: BulkFilters;
  keywords: string[];
  remove?: boolean;
};

export type BulkOptOut = {
  contact_ids?: Uuid[];
  filters?: BulkFilters;
  reason?: string | null;
};

export type BulkStarted = {
  success: true;
  message: string;
  data: {
    id: string;
    count: number;
  };
};

export type BulkTags = {
  contact_ids?: Uuid[];
  filters?: BulkFilters;
  tags: string[];
  remove?: boolean;
};

export type BulkWhose = {
  contact_ids?: Uuid[];
  filters?: BulkFilters;
};

export type BusinessFileBroughtIn = {
  success: true;
  message: string;
  data: {
    count: number;
  };
};

export type BusinessFileComparison = {
  data: {
    name: string;
    settings: string[];
    parts: BusinessFilePart[];
  };
};

export type BusinessFilePart = {
  kind: "campaign" | "template" | "automation";
  key: string;
  name: string;
  standing: "new" | "different" | "same" | "removed";
  fields: string[];
  keyword_taken: boolean;
};

export type BusinessFileReply = {
  data: Record<string, unknown>;
};

export type BusinessInfo = {
  data: {
    id: string;
    name: string;
    unique_id: string;
    currency: Currency;
    timezone: string;
    date_format: DateFormat;
    logo: string | null;
    phone_number: string | null;
    is_active_mms: boolean;
    contact_info: ContactInfo;
    redemption_url: string | null;
    broadcasters: Broadcaster[];
    daily_limits: DailyLimits;
    revision: Revision;
    keywords: {
      keyword: string;
      name: string;
    }[];
  };
};

export type BusinessSettings = {
  name: string;
  currency: Currency;
  timezone: string;
  date_format: DateFormat;
  logo?: string | null;
  revision: Revision;
};

export type CallExportForm = {
  agency_id?: string | "";
  business_id?: string | "";
  contact_id?: string | "";
  number?: string;
  direction?: "out" | "in" | "";
  status?: "ringing" | "answered" | "missed" | "";
  reason?: "no-answer" | "busy" | "declined" | "unreachable" | "hung-up" | "not-forwarded" | "";
  carrier_id?: string;
  date_range?: string;
};

export type CallGroupSums = {
  calls: number;
  answered: number;
  missed: number;
  seconds: number;
  minutes: number;
  key: string | null;
  name: string | null;
};

export type CallRecord = {
  id: Uuid;
  at: Instant;
  day: string;
  business: Named;
  direction: "in" | "out";
  number: string | null;
  phone: string | null;
  contact: {
    id: Uuid;
    name: string | null;
  } | null;
  carrier: string | null;
  carrier_id: string | null;
  status: "ringing" | "answered" | "missed";
  reason: "no-answer" | "busy" | "declined" | "unreachable" | "hung-up" | "not-forwarded" | null;
  seconds: number;
  minutes: number;
  texted_back: boolean;
};

export type CallReport = {
  data: CallRecord[];
  totals: CallSums;
  groups: CallGroupSums[] | null;
  meta: {
    total: number;
    page: number;
    per_page: number;
    from: string;
    to: string;
  };
};

export type CallSettingsReply = {
  data: {
    forward_to: string | null;
    caller_id: "caller" | "business";
    whisper: boolean;
    ring_seconds: number;
    text_back: string | null;
    revision: number;
  };
};

export type CallSums = {
  calls: number;
  answered: number;
  missed: number;
  seconds: number;
  minutes: number;
};

export type Campaign = {
  id: string;
  name: string;
  type: CampaignType;
  keyword: string;
  phone_number: string | null;
  status: CampaignStatus;
  waiting: "number" | "keyword" | null;
  members: number;
  opt_ins: number;
  opt_ins_week: number;
  discount_type: "percentage" | "money" | "bogo" | "free" | "none";
  offer_title: string;
  day_to_expire: number | null;
  page: {
    kind: "landing" | "vote" | "loop" | "popup" | "coupon";
    version: number | null;
    edited: boolean;
    changed_at: Instant | null;
    link: string | null;
  };
  ends_at: Instant | null;
  created_at: Instant;
  archived_at: Instant | null;
  reply: string;
  reply_media: Array<{
    url: string;
    content_type: string | null;
  }>;
  discount_amount: number | null;
  offer_terms: string;
  code_type: CodeType;
  static_code: string | null;
  use_limit: number | null;
  reminders: number[];
  reminder_message: string;
  contact_notification: {
    enabled: boolean;
    subject: string;
    body: string;
  };
  notifications: {
    enabled: boolean;
    text: string;
    phones: string[];
    emails: string[];
  };
  phone_always: boolean;
  double_opt_in: boolean;
  verify_email: boolean;
  redeem_by: "holder" | "staff";
  anonymous_use: boolean;
  sections: PageSections;
  revision: Revision;
  page_revision: Revision;
};

export type CampaignKeyword = {
  id: string;
  keyword: string;
  name: string;
  type: CampaignType;
};

export type CampaignKeywords = {
  data: CampaignKeyword[];
  meta: {
    total: number;
  };
};

export type CampaignList = {
  data: CampaignRow[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type CampaignReply = {
  data: Campaign;
};

export type CampaignRow = {
  id: string;
  name: string;
  type: CampaignType;
  keyword: string;
  phone_number: string | null;
  status: CampaignStatus;
  waiting: "number" | "keyword" | null;
  members: number;
  opt_ins: number;
  opt_ins_week: number;
  discount_type: "percentage" | "money" | "bogo" | "free" | "none";
  offer_title: string;
  day_to_expire: number | null;
  page: {
    kind: "landing" | "vote" | "loop" | "popup" | "coupon";
    version: number | null;
    edited: boolean;
    changed_at: Instant | null;
    link: string | null;
  };
  ends_at: Instant | null;
  created_at: Instant;
  archived_at: Instant | null;
};

export type CampaignScript = {
  data: {
    script: string;
    link: string;
    preview: string | null;
  };
};

export type CampaignStats = {
  data: {
    campaigns: number;
    active: number;
    members: number;
    opt_ins: number;
    opt_ins_week: number;
    best: {
      id: string;
      keyword: string;
      name: string;
      type: CampaignType;
      opt_ins_week: number;
    } | null;
  };
};

export type CampaignStatus = "active" | "waiting" | "archived";

export type CampaignType = "landing" | "loop" | "vote" | "popup" | "cms" | "goto" | "api" | "fb" | "text";

export type CancelA2p = {
  part: "brand" | "campaign";
  id: Uuid;
};

export type CarrierFee = {
  channel: "sms" | "mms" | "email" | "voice" | "number" | "contact";
  direction: "out" | "in";
  country: string | null;
  carrier_class: "local" | "toll-free" | "short-code" | "other" | null;
  currency: string;
  price: number;
  from: string;
  until: string | null;
};

export type CarrierFees = {
  data: CarrierFee[];
  meta: {
    total: number;
  };
};

export type ChangeA2pPrefix = {
  prefix: string | null;
};

export type ChangeListing = {
  value: string;
  note?: string | null;
};

export type ChatCall = {
  id: Uuid;
  at: Instant;
  position: PositionText;
  status: "ringing" | "answered" | "missed";
  reason: "no-answer" | "busy" | "declined" | "unreachable" | "hung-up" | "not-forwarded" | null;
  seconds: number;
  texted_back: boolean;
};

export type ChatCalls = {
  data: ChatCall[];
  meta: {
    total: number;
  };
};

export type ChatSettings = {
  data: {
    mode: "off" | "round-robin" | "least-busy";
    people: Uuid[];
    reply_minutes: number | null;
    hours: Array<{
      opens: number;
      closes: number;
    } | null> | null;
    answer_owns: boolean;
    assignee_only: boolean;
    timezone: string;
    revision: number;
  };
};

export type CheckStaticCode = {
  code?: string;
  coupon_id?: Uuid;
};

export type CloneAutomation = {
  name?: string;
};

export type CloseMany = {
  conversations: {
    id: Uuid;
    position: PositionText;
  }[];
};

export type ClosedMany = {
  data: {
    closed: number;
    open: number;
  };
};

export type CodeType = 1 | 2;

export type CompareBusinessFile = {
  file: Record<string, unknown>;
};

export type Consent = {
  id: string;
  channel: "text" | "email";
  kind: "optedIn" | "optedOut" | "requested" | "withdrawn";
  at: Instant;
  how: string;
  keyword: string | null;
  words: string | null;
  campaign_name: string | null;
  page_version: number | null;
  box: boolean | null;
  ip_address: string | null;
  provider_message_id: string | null;
  actor: string;
};

export type ConsentAsOf = {
  data: {
    at: Instant;
    text: {
      state: "subscribed" | "optedOut" | "unknown";
      since: Instant | null;
      proof: ConsentProofLine | null;
    };
    email: {
      state: "subscribed" | "optedOut" | "unknown";
      since: Instant | null;
      proof: ConsentProofLine | null;
    };
    lines: ConsentProofLine[];
  };
};

export type ConsentExportForm = {
  agency_id?: string | "";
  business_id?: string | "";
  contact_id?: string | "";
  campaign_id?: string | "";
  status?: "optedIn" | "optedOut" | "";
  source?: "keyword" | "start" | "form" | "import" | "manual" | "demo" | "message" | "screen" | "carrier" | "unsubscribe-page" | "";
  date_range?: string;
};

export type ConsentGroupSums = {
  opt_ins: number;
  opt_outs: number;
  key: string | null;
  name: string | null;
};

export type ConsentProofLine = {
  id: string;
  channel: "text" | "email";
  kind: "optedIn" | "optedOut" | "requested" | "withdrawn";
  at: Instant;
  how: string;
  keyword: string | null;
  campaign: Named | null;
  words: string | null;
  reason: string | null;
  page_version: string | null;
  box: boolean | null;
  ip_address: string | null;
  provider_message_id: string | null;
  actor: string;
};

export type ConsentRecord = {
  id: Uuid;
  at: Instant;
  day: string;
  business: Named;
  contact: {
    id: Uuid;
    name: string | null;
  } | null;
  phone: string | null;
  status: "optedIn" | "optedOut";
  source: "keyword" | "start" | "form" | "import" | "manual" | "demo" | "message" | "screen" | "carrier" | "unsubscribe-page";
  keyword: string | null;
  campaign: Named | null;
};

export type ConsentReport = {
  data: ConsentRecord[];
  totals: ConsentSums;
  groups: ConsentGroupSums[] | null;
  meta: {
    total: number;
    page: number;
    per_page: number;
    from: string;
    to: string;
    next: string | null;
  };
};

export type ConsentSums = {
  opt_ins: number;
  opt_outs: number;
};

export type Contact = {
  id: string;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  email_status: "subscribed" | "unsubscribed" | "unknown";
  status: ContactStatus;
  unreachable: boolean;
  keywords: string[];
  tags: string[];
  created_at: Instant;
  last_message_at: Instant | null;
};

export type ContactAutomation = {
  id: string;
  automation_id: string;
  automation_name: string;
  version: number;
  entry: number;
  trigger: string;
  started_at: Instant;
  state: "due" | "acting" | "put-off" | "waiting" | "ended";
  node: string | null;
  visit: number;
  since: Instant;
  until: Instant | null;
  held: "quiet-hours" | "retry" | "rate-limited" | "unpaid" | "unregistered" | "day-full" | null;
  listening: boolean;
  ended_at: Instant | null;
  reason: AutomationEnd | null;
  note: string | null;
  step: {
    kind: string;
    name: string | null;
  } | null;
};

export type ContactAutomationList = {
  data: ContactAutomation[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type ContactDetail = {
  data: ContactWithConsents;
};

export type ContactExportForm = {
  contact_ids?: Uuid[];
  filters?: BulkFilters;
  format?: "csv" | "xlsx";
  columns?: string[];
};

export type ContactInfo = {
  phone: string | null;
  email: string | null;
  website: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
};

export type ContactKeywords = {
  keywords: string[];
};

export type ContactList = {
  data: Contact[];
  meta: {
    total: number;
    page: number;
    per_page: number;
    exact: boolean;
    next: string | null;
    prev: string | null;
  };
};

export type ContactSearch = {
  data: Contact[];
  meta: {
    total: number;
  };
};

export type ContactStatus = "subscribed" | "optedOut" | "unknown";

export type ContactTags = {
  tags: string[];
};

export type ContactUpload = {
  id: string;
  business_id: string;
  business_name: string | null;
  file_name: string;
  format: "csv" | "xlsx";
  size: number;
  stage: UploadStage;
  rows: number | null;
  done: number;
  counts: UploadCounts;
  refusal: {
    reason: "empty" | "no-rows" | "not-a-table" | "too-many-columns" | "row-too-long" | "broken-quote" | "too-many-rows" | "too-large" | "workbook-broken" | "workbook-encrypted" | "workbook-too-large" | "missing" | "our-fault";
    line: number | null;
  } | null;
  attested: {
    statement: string;
    by: string | null;
    at: Instant;
    ip_address: string | null;
  } | null;
  undone: {
    removed: number;
    restored: number;
    left: number;
  } | null;
  created_at: Instant;
  finished_at: Instant | null;
};

export type ContactUploadDetail = {
  data: {
    id: string;
    business_id: string;
    business_name: string | null;
    file_name: string;
    format: "csv" | "xlsx";
    size: number;
    stage: UploadStage;
    rows: number | null;
    done: number;
    counts: UploadCounts;
    refusal: {
      reason: "empty" | "no-rows" | "not-a-table" | "too-many-columns" | "row-too-long" | "broken-quote" | "too-many-rows" | "too-large" | "workbook-broken" | "workbook-encrypted" | "workbook-too-large" | "missing" | "our-fault";
      line: number | null;
    } | null;
    attested: {
      statement: string;
      by: string | null;
      at: Instant;
      ip_address: string | null;
    } | null;
    undone: {
      removed: number;
      restored: number;
      left: number;
    } | null;
    created_at: Instant;
    finished_at: Instant | null;
    recognized: RecognizedFile | null;
    sha256: string | null;
    reading: UploadReading | null;
    columns: Array<{
      name: string;
      target: string | null;
      policy: "overwrite" | "fill" | "never";
      days: "month" | "day";
      days_sure: boolean;
      samples: string[];
    }>;
    country: string;
    tags: string[];
    campaign_ids: string[];
    consent: {
      texts: boolean;
      emails: boolean;
    };
    suppress: {
      texts: boolean;
      emails: boolean;
    };
    report: {
      counts: UploadCounts;
      room: number | null;
      findings: UploadFinding[];
      changes: UploadChange[];
    } | null;
    statement: string | null;
    custom_fields: Array<{
      id: string;
      name: string;
      kind: "text" | "number" | "date" | "choice" | "checkbox";
    }>;
  };
};

export type ContactUploadList = {
  data: ContactUpload[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type ContactWithConsents = {
  id: string;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  email_status: "subscribed" | "unsubscribed" | "unknown";
  status: ContactStatus;
  unreachable: boolean;
  keywords: string[];
  tags: string[];
  created_at: Instant;
  last_message_at: Instant | null;
  listed: {
    black: {
      kind: "phone" | "email" | "domain";
      value: string;
    } | null;
    white: {
      kind: "phone" | "email" | "domain";
      value: string;
    } | null;
  };
  source: string | null;
  birthday: string | null;
  anniversary: string | null;
  company_name: string | null;
  website: string | null;
  state: string | null;
  zip: string | null;
  consents: Consent[];
  memberships: Membership[];
  answers: GivenAnswer[];
  custom: Record<string, string>;
  revision: Revision;
};

export type Conversation = {
  id: string;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  contact_status: ContactStatus;
  open: boolean;
  read: boolean;
  unread: number;
  needs_reply: boolean;
  failed: boolean;
  looks_opted_out: {
    message_id: Uuid | null;
    body: string | null;
    at: Instant | null;
  } | null;
  status: "open" | "closed";
  assignee_id: string | null;
  assignee: string | null;
  assigned_why: "by-hand" | "automation" | "automatic" | "given-back" | "removed" | null;
  waiting_since: Instant | null;
  due_at: Instant | null;
  last_message: {
    body: string | null;
    direction: "in" | "out";
    at: Instant;
    status: MessageStatus;
    has_media: boolean;
  } | null;
  position: string;
};

export type ConversationDetail = {
  data: {
    id: string;
    phone: string | null;
    first_name: string | null;
    last_name: string | null;
    contact_status: ContactStatus;
    open: boolean;
    read: boolean;
    unread: number;
    needs_reply: boolean;
    failed: boolean;
    looks_opted_out: {
      message_id: Uuid | null;
      body: string | null;
      at: Instant | null;
    } | null;
    status: "open" | "closed";
    assignee_id: string | null;
    assignee: string | null;
    assigned_why: "by-hand" | "automation" | "automatic" | "given-back" | "removed" | null;
    waiting_since: Instant | null;
    due_at: Instant | null;
    last_message: {
      body: string | null;
      direction: "in" | "out";
      at: Instant;
      status: MessageStatus;
      has_media: boolean;
    } | null;
    position: string;
    contact: ContactWithConsents;
    messages: Message[];
  };
};

export type ConversationFilter = "needs_reply" | "looks_opted_out" | "overdue" | "all" | "closed" | "failed";

export type ConversationList = {
  data: Conversation[];
  meta: {
    total: number;
    page: number;
    per_page: number;
    counts: {
      needs_reply: number;
      looks_opted_out: number;
      overdue: number;
      all: number;
      closed: number;
      failed: number;
    };
  };
};

export type ConversationReply = {
  data: Conversation;
};

export type CopyCampaign = {
  name: string;
  keyword: string;
};

export type CouponLiability = {
  data: {
    date: string;
    figures: {
      issued: number;
      redeemed: number;
      revoked: number;
      outstanding: number;
      expired: number;
    };
    campaigns: Array<{
      campaign_id: string;
      campaign_name: string | null;
      count: number;
      amount: number;
    }>;
  };
};

export type CreateBroadcast = {
  name: string;
  type: "sms" | "mms" | "email";
  campaign_id?: string | null;
  contents?: BroadcastContent[];
  test?: {
    share: number;
    by: "clicks" | "replies" | "redemptions";
    hours: number;
  } | null;
  audience?: BroadcastAudienceInput;
  schedule?: {
    kind: "now";
  } | {
    kind: "at";
    at: string;
    zone: string;
  } | {
    kind: "recipient";
    at: string;
  } | {
    kind: "recurring";
    at: string;
    zone: string;
    every: "day" | "week" | "month";
    until: string | null;
  };
  window_hours?: number | null;
  valid_hours?: number;
  short_links?: boolean;
};

export type CreateCampaign = {
  name: string;
  type: CampaignType;
  keyword: string;
  reply?: string;
  template?: string | null;
  sections?: PageSections;
  discount_type?: "percentage" | "money" | "bogo" | "free" | "none";
  discount_amount?: number | null;
  offer_title?: string;
  offer_terms?: string;
  code_type?: CodeType;
  static_code?: string | null;
  use_limit?: number | null;
  day_to_expire?: number | null;
  reminders?: number[];
  reminder_message?: string;
  contact_notification?: {
    enabled: boolean;
    subject: string;
    body: string;
  };
  notifications?: {
    enabled: boolean;
    text: string;
    phones: string[];
    emails: string[];
  };
  ends_at?: string | null;
  phone_always?: boolean;
  double_opt_in?: boolean;
  verify_email?: boolean;
  redeem_by?: "holder" | "staff";
  anonymous_use?: boolean;
};

export type CreateContact = {
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  birthday: string | null;
  anniversary: string | null;
  company_name: string | null;
  website: string | null;
  state?: string | null;
  zip?: string | null;
  custom: Record<string, string>;
  tags: string[];
};

export type CreateCustomField = {
  name: string;
  kind: "text" | "number" | "date" | "choice" | "checkbox";
  choices?: string[];
};

export type CreateEmailTemplate = {
  name: string;
  subject?: string;
  kind?: "mail" | "section" | "broadcast";
  design: EmailDesign;
};

export type CreateKeyword = {
  keyword: string;
  name?: string;
  reply: string;
};

export type CreateLanding = {
  title: string;
  description?: string;
  type?: "landing" | "vote" | "loop";
  keyword: string;
  template?: string | null;
  sections?: PageSections;
};

export type Created = {
  success: true;
  message: string;
  data: {
    id: string;
  };
};

export type CreditQuestion = {
  type: "sms" | "mms" | "email";
  audience: BroadcastAudienceInput;
  window_hours: number | null;
  contents: BroadcastContent[];
  short_links?: boolean;
  schedule?: {
    kind: "now";
  } | {
    kind: "at";
    at: string;
    zone: string;
  } | {
    kind: "recipient";
    at: string;
  } | {
    kind: "recurring";
    at: string;
    zone: string;
    every: "day" | "week" | "month";
    until: string | null;
  };
  valid_hours?: number;
};

export type Currency = "USD" | "EUR" | "GBP" | "ZAR";

export type CustomField = {
  id: string;
  key: string;
  name: string;
  kind: "text" | "number" | "date" | "choice" | "checkbox";
  choices: string[];
  created_at: Instant;
};

export type CustomFieldList = {
  data: CustomField[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type DailyLimits = {
  texts: number | null;
  mails: number | null;
};

export type Dashboard = {
  data: {
    from: string;
    to: string;
    daily: {
      opt_ins: number;
      opt_outs: number;
      received: number;
      sent: number;
      delivered: number;
      failed: number;
      suppressed: number;
      day: string;
    }[];
    totals: Sums;
    previous: Sums;
    messages_by_status: {
      status: MessageStatus;
      count: number;
    }[];
    unread: number;
    contacts: number;
    subscribed: number;
    usage: {
      messages: number;
      messages_limit: number | null;
      contacts: number;
      contacts_limit: number | null;
    };
    mails: {
      sent: number;
      bounced: number;
      complained: number;
      health: "unknown" | "fine" | "warning" | "danger";
    };
    campaigns: Array<{
      id: string;
      name: string;
      keyword: string;
      number: string | null;
      waiting: "number" | "keyword" | null;
      opt_ins: number;
      created_at: Instant;
    }>;
  };
};

export type DataFile = {
  data: {
    url: string;
    expires_at: Instant;
  };
};

export type DateFormat = "MM/DD/YYYY" | "DD/MM/YYYY" | "YYYY/MM/DD";

export type DeleteImage = {
  url: string;
};

export type Done = {
  success: true;
};

export type DuplicateAutomation = {
  name: string;
};

export type DuplicateBroadcast = {
  name: string;
};

export type DuplicateEmailTemplate = {
  name?: string;
  kind?: "mail" | "section" | "broadcast";
};

export type Duplicates = {
  data: Array<{
    because: "email" | "name-and-birthday" | "name-and-company" | "name-and-channel";
    contacts: [Contact, Contact];
  }>;
  told_apart: [Contact, Contact][];
};

export type Email = string;

export type EmailCampaign = {
  email: Email;
};

export type EmailDesign = Record<string, unknown>;

export type EmailPreview = {
  data: {
    subject: string;
    html: string;
    text: string;
    bytes: number;
    fields: string[];
    unknown: string[];
    missing: string[];
  };
};

export type EmailRecords = Record<string, Record<string, unknown>>;

export type EmailTemplate = {
  id: string;
  owner: "business" | "agency";
  kind: "mail" | "section" | "broadcast";
  name: string;
  subject: string;
  design: EmailDesign;
  revision: Revision;
  created_at: Instant;
  updated_at: Instant;
};

export type EmailTemplateList = {
  data: EmailTemplate[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type EmailTemplateReply = {
  data: EmailTemplate;
};

export type EndPageTest = {
  keep: number;
};

export type EndReason = {
  state: "waiting" | "held" | "sent" | "delivered" | "undelivered" | "suppressed" | "stopped" | "expired";
  reason: string;
  error_code: number | null;
  count: number;
};

export type EvidenceFile = {
  data: {
    url: string;
    expires_at: Instant;
  };
};

export type ExplainedLine = {
  description: string;
  quantity: number | null;
  amount: number;
  is_proration: boolean;
  period_start: Instant;
  period_end: Instant;
  unit_amount: string | null;
  discount: number;
  tax: number;
};

export type ExportLink = {
  data: {
    name: string;
    rows: number;
    file_url: string;
    expires_at: Instant;
  };
};

export type FilterCount = {
  data: {
    count: number;
  };
};

export type FilterToCount = {
  filter: {
    match: "all" | "any";
    groups: Array<{
      match: "all" | "any";
      conditions: Array<{
        field: "keyword";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "tag";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "campaign";
        has: "any" | "all" | "none";
        ids: string[];
      } | {
        field: "segment";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "upload";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "status";
        values: Array<"subscribed" | "optedOut" | "unknown">;
      } | {
        field: "email_status";
        values: Array<"subscribed" | "unsubscribed" | "unknown">;
      } | {
        field: "reachable";
        value: boolean;
      } | {
        field: "source";
        values: string[];
      } | {
        field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
        text: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "state";
        value: {
          is: "one-of" | "none-of";
          values: string[];
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "created" | "opted_in" | "last_message";
        moment: {
          when: "on" | "before" | "after";
          day: string;
        } | {
          when: "between";
          from: string;
          to: string;
        } | {
          when: "in-the-last" | "not-in-the-last";
          days: number;
        };
      } | {
        field: "birthday" | "anniversary";
        day: {
          when: "today";
        } | {
          when: "in-the-next";
          days: number;
        } | {
          when: "month";
          month: number;
        } | {
          when: "known" | "not-known";
        };
      } | {
        field: "custom";
        id: string;
        value: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        } | {
          is: "less" | "more";
          value: string;
        } | {
          is: "one-of";
          values: string[];
        };
      } | {
        field: "engagement";
        did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
        not: boolean;
        within: number | null;
        channel: "text" | "mail" | null;
        of: string | null;
      }>;
    }>;
  };
};

export type GivenAnswer = {
  question: string | null;
  answer: string;
  campaign_name: string | null;
  at: Instant;
};

export type HandOut = {
  member_id: Uuid;
  redemption_id: Uuid;
};

export type HandWaiting = {
  act: "go-on" | "skip" | "stop";
  run_ids?: Uuid[];
  after?: Uuid | null;
  as_of?: Instant | null;
};

export type Handed = {
  success: true;
  message: string;
  data: {
    done: number;
    left: number;
    next: string | null;
    as_of: Instant;
  };
};

export type HaveFeatures = {
  static_coupon: boolean;
  vote_coupon: boolean;
};

export type HaveStaticCoupon = {
  static_coupon: boolean;
};

export type ImageReply = {
  success: true;
  message: string;
  data: {
    url: string;
    content_type: string;
    size: number;
    width: number;
    height: number;
    variants: Record<string, string>;
  };
};

export type Instant = string;

export type Integration = {
  id: string;
  type: "goto" | "fb" | "stripe" | "api" | "cms";
  name: string;
  status: "connected" | "off" | "attention";
  health: string;
  account: string;
  created_at: Instant;
  connected_at: Instant;
  sync: {
    status: "running" | "done" | "failed";
    at: Instant;
    records: number;
    upload_id: Uuid | null;
    note: string | null;
  } | null;
};

export type IntegrationChoices = {
  data: {
    id: string;
    name: string;
  }[];
  meta: {
    total: number;
  };
};

export type IntegrationList = {
  data: Integration[];
  meta: {
    total: number;
  };
};

export type IntegrationOptions = {
  data: Array<{
    id: string;
    name: string;
    type: "goto" | "fb" | "stripe" | "api" | "cms";
  }>;
  meta: {
    total: number;
  };
};

export type IntegrationOverview = {
  data: {
    services: Array<{
      type: "goto" | "fb" | "stripe" | "api" | "cms";
      name: string;
      sign_in: "oauth" | "key" | "address";
      available: boolean;
    }>;
    integrations: Integration[];
  };
};

export type IntegrationReply = {
  data: Integration;
};

export type Invoice = {
  id: string;
  number: string | null;
  reason: string | null;
  status: "open" | "paid" | "void" | "uncollectible";
  currency: string;
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  due: number;
  paid: number | null;
  refunded: number;
  attempts: number;
  next_attempt_at: Instant | null;
  issued_at: Instant;
  paid_at: Instant | null;
  period_start: Instant;
  period_end: Instant;
  lines: InvoiceLine[];
  csv: {
    name: string;
    content: string;
  };
};

export type InvoiceDocuments = {
  data: {
    pdf_url: string | null;
    hosted_url: string | null;
  };
};

export type InvoiceLine = {
  description: string;
  quantity: number | null;
  amount: number;
  is_proration: boolean;
  period_start: Instant;
  period_end: Instant;
};

export type InvoiceLines = {
  data: ExplainedLine[];
  meta: {
    currency: string;
  };
};

export type InvoiceReply = {
  data: Invoice;
};

export type IssueCoupon = {
  coupon_id: Uuid;
  contact_id: Uuid;
};

export type KeywordList = {
  data: KeywordRow[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type KeywordRow = {
  id: string;
  keyword: string;
  phone_number: string | null;
  waiting: "number" | "keyword" | null;
  campaign: Named;
  type: CampaignType;
  members: number;
  opt_ins_week: number;
  created_at: Instant;
};

export type KeywordsAsked = {
  keywords: string[];
};

export type Landing = {
  id: string;
  name: string;
  type: CampaignType;
  keyword: string;
  phone_number: string | null;
  status: CampaignStatus;
  waiting: "number" | "keyword" | null;
  members: number;
  opt_ins: number;
  opt_ins_week: number;
  discount_type: "percentage" | "money" | "bogo" | "free" | "none";
  offer_title: string;
  day_to_expire: number | null;
  page: {
    kind: "landing" | "vote" | "loop" | "popup" | "coupon";
    version: number | null;
    edited: boolean;
    changed_at: Instant | null;
    link: string | null;
  };
  ends_at: Instant | null;
  created_at: Instant;
  archived_at: Instant | null;
  title: string;
  description: string;
  template: string | null;
  sections: PageSections;
  published: PageSections | null;
  history: PageAct[];
  phone_always: boolean;
  revision: Revision;
};

export type LandingReply = {
  data: Landing;
};

export type LastRecharge = {
  state: "charging" | "added" | "declined" | "resumed";
  code: string | null;
  at: Instant;
};

export type Leader = {
  id: string;
  rank: number;
  contact_id: string;
  name: string | null;
  phone: string | null;
  points: number;
  referrals: number;
  unlocked: number;
  joined_at: Instant;
};

export type Leaderboard = {
  data: Leader[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type LegalPage = {
  content: string;
  link: string | null;
};

export type LegalPages = {
  privacy: LegalPage;
  terms: LegalPage;
};

export type LegalPagesReply = {
  data: {
    pages: LegalPages;
    revision: Revision;
  };
};

export type LiftBounce = {
  address: string;
};

export type Listing = {
  id: string;
  kind: "phone" | "email" | "domain";
  value: string;
  note: string | null;
  created_at: Instant;
};

export type ListingList = {
  data: Listing[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type ListingsAdded = {
  success: true;
  message: string;
  data: {
    id: string | null;
    added: number;
    already: number;
    refused: {
      value: string;
      message: string;
    }[];
  };
};

export type Loop = {
  id: string;
  name: string;
  keyword: string;
  members: number;
  referrals: number;
  in_review: number;
  unlocked: number;
  rewards: {
    id: string;
    title: string;
    active: boolean;
  }[];
  daily: {
    day: string;
    members: number;
    referrals: number;
  }[];
  created_at: Instant;
};

export type LoopList = {
  data: Loop[];
  meta: {
    total: number;
  };
};

export type MediaItem = {
  state: "stored" | "loading" | "refused";
  url: string | null;
  content_type: string | null;
  width: number | null;
  height: number | null;
  reason: string | null;
};

export type Membership = {
  campaign_id: string;
  campaign_name: string | null;
  keyword: string | null;
  via: string;
  joined_at: Instant;
};

export type MergeContacts = {
  other_id: Uuid;
  taken?: Array<"phone" | "name" | "email" | "birthday" | "anniversary" | "companyName" | "website" | "state" | "zip">;
};

export type Message = {
  id: string;
  contact_id: string;
  direction: "in" | "out";
  kind: "message" | "note";
  body: string | null;
  media: MediaItem[];
  status: MessageStatus;
  purpose: string | null;
  segments: number | null;
  error_code: number | null;
  reason: string | null;
  held_until: Instant | null;
  at: Instant;
  position: string;
  history: {
    status: string;
    at: Instant;
  }[];
  author_id: string | null;
  author: string | null;
  rule: "opt-out" | "opt-in" | "help" | "keyword" | "broadcaster" | null;
};

export type MessageCredit = {
  data: {
    recipients: number;
    segments: {
      least: number;
      most: number;
    } | null;
    credits: number;
    cost: {
      currency: string;
      amount: number;
    } | null;
    month: string;
    limit: number | null;
    used: number;
    left: number | null;
    left_after: number | null;
    missing: {
      field: string;
      count: number;
    }[];
    looked_at: number;
    prefix: string | null;
    mail: {
      from: {
        name: string;
        address: string;
      } | null;
      has_address: boolean;
      fields_without_link: string[];
      trouble: {
        by: "bounces" | "complaints";
        note: string;
      } | null;
    } | null;
    per_minute: number;
    minutes: number;
    starts_at: Instant;
    done_at: Instant | null;
    in_time: number;
    waits: boolean;
    held: {
      count: number;
      until: Instant;
    } | null;
  };
};

export type MessageDetailRecord = {
  id: Uuid;
  at: Instant;
  day: string;
  business: Named;
  direction: "in" | "out";
  channel: "sms" | "mms";
  purpose: string | null;
  number: string | null;
  phone: string | null;
  quantity: number;
  status: "received" | "queued" | "held" | "unknown" | "accepted" | "sent" | "delivered" | "failed" | "suppressed";
  error_code: number | null;
  reason: string | null;
  price: number | null;
  currency: string | null;
  carrier: string | null;
  carrier_id: string | null;
  sent_at: Instant | null;
  delivered_at: Instant | null;
};

export type MessageDetailRecords = {
  data: MessageDetailRecord[];
  totals: TextSums;
  groups: TextGroup[] | null;
  meta: {
    total: number;
    from: string;
    to: string;
    next: string | null;
  };
};

export type MessageExportForm = MessageExportParams;

export type MessageExportParams = {
  format?: "csv" | "xlsx";
};

export type MessageList = {
  data: Message[];
  meta: {
    total: number;
    has_more: boolean;
  };
};

export type MessageReply = {
  data: Message;
};

export type MessageStatus = "received" | "queued" | "accepted" | "sent" | "delivered" | "failed" | "suppressed" | "held" | "unknown";

export type MonthlyUsage = {
  data: {
    month: string;
    total: number;
    forecast: number | null;
    months: UsageMonth[];
  };
};

export type MoveScheduledText = {
  send_at: string | null;
};

export type Named = {
  id: string;
  name: string;
};

export type NewAutomation = {
  name: string;
  template?: string | null;
  document?: AutomationDocumentInput;
};

export type NewAutomationHook = {
  data: {
    id: string;
    path: string;
    secret: string;
  };
};

export type NextInvoice = {
  subscription_id: string;
  section: PlanSection;
  name: string;
  source: "provider" | "estimate";
  at: Instant;
  currency: string;
  lines: InvoiceLine[];
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  due: number;
};

export type NextInvoices = {
  data: NextInvoice[];
};

export type NumberBlocked = {
  text: string;
  cure: string;
};

export type NumberVerification = {
  number: string | null;
  is_tollfree: boolean;
  number_status: string | null;
  request: {
    id: string;
    status: TollfreeStatus;
    editable_until: Instant | null;
    changed_at: Instant;
    attempts: TollfreeAttempt[];
  } | null;
  suggested: SentTollfreeForm | null;
};

export type NumberVerificationReply = {
  data: NumberVerification;
};

export type OptOutForm = {
  reason?: string | null;
};

export type PageAct = {
  act: "started" | "published" | "unpublished" | "restored" | "test-started" | "test-ended";
  version: number | null;
  at: Instant;
  by: string | null;
};

export type PageEntries = {
  data: PageEntry[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type PageEntry = {
  id: string;
  at: Instant;
  day: string;
  contact_id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  device: "phone" | "tablet" | "desktop" | "unknown" | null;
  source: string | null;
};

export type PageFigures = {
  data: {
    from: string;
    to: string;
    totals: PageSums;
    previous: PageSums;
    daily: Array<{
      views: number;
      visitors: number;
      started: number;
      submitted: number;
      conversion: number | null;
      day: string;
    }>;
    sources: PageSide[];
    media: PageSide[];
    campaigns: PageSide[];
    devices: PageSide[];
    robots: number;
    double_opt_in: {
      on: boolean;
      asked: number;
      completed: number;
    };
  };
};

export type PageSections = Record<string, unknown>;

export type PageSide = {
  views: number;
  visitors: number;
  started: number;
  submitted: number;
  conversion: number | null;
  value: string;
};

export type PageSums = {
  views: number;
  visitors: number;
  started: number;
  submitted: number;
  conversion: number | null;
};

export type PageTest = {
  id: string;
  started_at: Instant;
  ended_at: Instant | null;
  kept: number | null;
  variants: [{
    version: number;
    views: number;
    visitors: number;
    started: number;
    submitted: number;
    conversion: number;
    low: number;
    high: number;
  }, {
    version: number;
    views: number;
    visitors: number;
    started: number;
    submitted: number;
    conversion: number;
    low: number;
    high: number;
  }];
  difference: {
    value: number;
    low: number;
    high: number;
  };
  needed: number;
  verdict: "early" | "none" | "first" | "second";
};

export type PageTests = {
  data: {
    versions: {
      version: number;
      published_at: Instant;
      live: boolean;
    }[];
    tests: PageTest[];
  };
};

export type PayloadVersion = "2026-11-27";

export type Plan = {
  name: string;
  description: string;
  amount: number;
  currency: string;
  interval: PlanInterval;
  trial_days: number;
  messages: number | null;
  mms: number | null;
  emails: number | null;
  contacts: number | null;
  numbers: number | null;
  minutes: number | null;
  overage_messages: number | null;
  overage_mms: number | null;
  overage_emails: number | null;
  overage_contacts: number | null;
  overage_numbers: number | null;
  overage_minutes: number | null;
  features: PlanFeature[];
  id: string;
  kind: "agency" | "business";
  section: PlanSection;
  version: number;
  created_at: Instant;
  changed_at: Instant;
};

export type PlanFeature = "livechat" | "loop" | "mms" | "whitelabel";

export type PlanInterval = "month" | "year";

export type PlanList = {
  data: Plan[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type PlanReply = {
  data: Plan;
};

export type PlanSection = "plan" | "livechat" | "loop" | "a2p" | "unlimited";

export type PlanUpload = {
  columns: Array<{
    target: string | null;
    policy: "overwrite" | "fill" | "never";
    days?: "month" | "day";
  }>;
  country: string;
  tags?: string[];
  campaign_ids?: string[];
  consent: {
    texts: boolean;
    emails: boolean;
  };
  suppress?: {
    texts: boolean;
    emails: boolean;
  };
};

export type PositionText = string;

export type PreviewEmail = {
  subject?: string;
  design: EmailDesign;
  contact_id?: Uuid | null;
};

export type Price = {
  name: string;
  section: PlanSection;
  amount: number;
  currency: string;
  interval: PlanInterval;
  plan_id: string;
  trial_days: number;
};

export type PriceList = {
  data: Price[];
  meta: {
    total: number;
  };
};

export type ReadRequest = {
  read?: boolean;
  position?: PositionText;
};

export type ReadUpload = {
  delimiter?: "," | ";" | "\t" | "|" | null;
  header?: number | null;
  sheet?: string | null;
};

export type Recharge = {
  below: number;
  amount: number;
  most_per_day: number;
};

export type Recipient = {
  contact_id: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  email: string | null;
  variant: number;
  state: "waiting" | "held" | "sent" | "delivered" | "undelivered" | "suppressed" | "stopped" | "expired";
  reason: string | null;
  error_code: number | null;
  at: Instant;
  held_until: Instant | null;
  sent_at: Instant | null;
  delivered_at: Instant | null;
  replied_at: Instant | null;
  opted_out_at: Instant | null;
  redeemed: number;
};

export type RecipientCounts = {
  audience: number;
  waiting: number;
  held: number;
  sent: number;
  delivered: number;
  undelivered: number;
  suppressed: number;
  stopped: number;
  expired: number;
};

export type RecipientExportForm = {
  format?: "csv" | "xlsx";
  search?: string | null;
  status?: "waiting" | "held" | "sent" | "delivered" | "undelivered" | "suppressed" | "stopped" | "expired" | "";
  did?: "clicked" | "replied" | "redeemed" | "opted-out" | "";
  reason?: string[];
  time_range?: string;
  moment?: "sent" | "delivered" | "failed";
};

export type RecipientPage = {
  data: Recipient[];
  meta: {
    total: number;
    next: number | null;
  };
};

export type RecognizedFile = {
  source: "twilio" | "slicktext" | "ez-texting" | "klaviyo" | "mailchimp" | "highlevel";
  name: string;
  known: "documented" | "observed" | "assumed";
};

export type Redemption = {
  id: string;
  coupon_id: string;
  campaign_name: string | null;
  contact_id: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  email: string | null;
  code: string;
  code_type: "dynamic" | "static";
  discount_type: "percentage" | "money" | "bogo" | "free" | "none";
  amount: number | null;
  title: string;
  status: "open" | "redeemed" | "expired" | "revoked";
  because: string;
  issued_at: Instant;
  expires_at: Instant | null;
  timezone: string | null;
  redeemed_at: Instant | null;
  redeemed_by: "till" | "holder" | "screen" | null;
  till: string | null;
  redemption_id: string | null;
  undo_until: Instant | null;
};

export type RedemptionExportForm = RedemptionExportParams;

export type RedemptionExportParams = {
  format?: "csv" | "xlsx";
  search?: string;
  status?: "open" | "redeemed" | "expired" | "revoked" | "";
  coupon_id?: string | "";
  contact_id?: string | "";
  till_id?: string | "";
  date_range?: string;
};

export type RedemptionList = {
  data: Redemption[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type RedemptionReply = {
  data: Redemption;
};

export type Referral = {
  id: string;
  member_id: string;
  state: ReferralState;
  suspicions: string[];
  at: Instant | null;
  inviter: {
    contact_id: string;
    name: string | null;
    phone: string | null;
  };
  invited: {
    contact_id: string;
    name: string | null;
    phone: string | null;
  };
};

export type ReferralList = {
  data: Referral[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type ReferralState = "accepted" | "in-review" | "refused";

export type ReferralVerdict = {
  member_id: Uuid;
  accept: boolean;
};

export type RegistrationProblem = {
  code: string | null;
  message: string;
  cure: string | null;
  fields: string[];
};

export type RehearsedSending = {
  contact_id: string;
  name: string | null;
  phone: string | null;
  node: string;
  channel: "text" | "mail" | "alert" | "call";
  due_at: Instant;
  sent_at: Instant | null;
  held_by: "quiet-hours" | null;
  held_until: Instant | null;
  refused: string | null;
  words: string;
  credits: number;
};

export type RehearsedStep = {
  came: number;
  here: number;
  sent: number;
  held: number;
  refused: number;
  exits: Record<string, number>;
};

export type ReportCatalogue = {
  data: Array<{
    id: "mdr-list" | "sms-list" | "bdr-list" | "call-list" | "consent-list";
    title: string;
    columns: string[];
    filters: string[];
    moments: Array<"began" | "sent" | "delivered" | "failed">;
    groups: string[];
  }>;
  meta: {
    total: number;
  };
};

export type ReportExport = {
  id: Uuid;
  report: "mdr-list" | "sms-list" | "bdr-list" | "call-list" | "consent-list";
  name: string;
  state: "waiting" | "ready" | "failed" | "withdrawn" | "expired";
  total: number | null;
  rows: number;
  bytes: number;
  asked_at: Instant;
  ended_at: Instant | null;
  expires_at: Instant | null;
};

export type ReportExportReply = {
  data: ReportExport;
};

export type ReportExports = {
  data: ReportExport[];
  meta: {
    total: number;
  };
};

export type ResendA2pCode = {
  id: Uuid;
};

export type ResendBroadcast = {
  name: string;
  ends?: Array<"delivered" | "undelivered" | "suppressed" | "stopped" | "expired">;
};

export type ResumeBroadcast = {
  seen?: {
    bounced: number;
    complained: number;
  } | null;
};

export type Revision = number;

export type Reward = {
  id: string;
  coupon_id: string;
  kind: "action" | "reward";
  action: "join" | "referral" | "share-facebook" | "share-twitter" | "share-linkedin" | "share-email" | "share-text" | "visit" | null;
  title: string;
  description: string | null;
  points: number;
  url: string | null;
  active: boolean;
  order: number;
};

export type RewardBody = {
  kind: "action";
  action: "join" | "referral" | "share-facebook" | "share-twitter" | "share-linkedin" | "share-email" | "share-text" | "visit";
  title: string;
  points: number;
  url?: string | null;
} | {
  kind: "reward";
  title: string;
  description?: string;
  points: number;
};

export type RewardChange = {
  id: Uuid | null;
  points: number;
  active: boolean;
};

export type RewardList = {
  data: Reward[];
};

export type RewardOrder = {
  orders: Uuid[];
};

export type RewardPreview = {
  data: {
    members: number;
    gain: number;
    lose: number;
    unlock: number;
  };
};

export type RewardReply = {
  data: Reward;
};

export type RewardStatus = {
  active?: boolean;
};

export type SampleContact = {
  id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  values: Record<string, string | null>;
};

export type SampleContacts = {
  data: SampleContact[];
};

export type SampleQuestion = {
  type: "sms" | "mms" | "email";
  audience: BroadcastAudienceInput;
  search?: string;
};

export type SaveA2pDraft = {
  part: "brand" | "campaign";
  content: Record<string, string | boolean | null | string[]> | null;
};

export type Saved = {
  success: true;
  message: string;
  data: {
    revision: Revision;
  };
};

export type SavedLanding = {
  success: true;
  message: string;
  data: {
    revision: Revision;
    version: number | null;
    edited: boolean;
  };
};

export type SavedTemplate = {
  success: true;
  message: string;
  data: {
    revision: Revision;
  };
};

export type ScheduleText = {
  body?: string;
  media?: string[];
  send_at: string;
  seen?: PositionText;
};

export type ScheduledText = {
  id: string;
  contact_id: string;
  body: string | null;
  media: MediaItem[];
  send_at: Instant;
  status: "waiting" | "held" | "dropped";
  reason: string | null;
  author_id: string | null;
  author: string | null;
};

export type ScheduledTexts = {
  data: ScheduledText[];
};

export type Segment = {
  id: string;
  name: string;
  filter: {
    match: "all" | "any";
    groups: Array<{
      match: "all" | "any";
      conditions: Array<{
        field: "keyword";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "tag";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "campaign";
        has: "any" | "all" | "none";
        ids: string[];
      } | {
        field: "segment";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "upload";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "status";
        values: Array<"subscribed" | "optedOut" | "unknown">;
      } | {
        field: "email_status";
        values: Array<"subscribed" | "unsubscribed" | "unknown">;
      } | {
        field: "reachable";
        value: boolean;
      } | {
        field: "source";
        values: string[];
      } | {
        field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
        text: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "state";
        value: {
          is: "one-of" | "none-of";
          values: string[];
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "created" | "opted_in" | "last_message";
        moment: {
          when: "on" | "before" | "after";
          day: string;
        } | {
          when: "between";
          from: string;
          to: string;
        } | {
          when: "in-the-last" | "not-in-the-last";
          days: number;
        };
      } | {
        field: "birthday" | "anniversary";
        day: {
          when: "today";
        } | {
          when: "in-the-next";
          days: number;
        } | {
          when: "month";
          month: number;
        } | {
          when: "known" | "not-known";
        };
      } | {
        field: "custom";
        id: string;
        value: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        } | {
          is: "less" | "more";
          value: string;
        } | {
          is: "one-of";
          values: string[];
        };
      } | {
        field: "engagement";
        did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
        not: boolean;
        within: number | null;
        channel: "text" | "mail" | null;
        of: string | null;
      }>;
    }>;
  };
  count: number | null;
  counted_at: Instant | null;
  created_at: Instant | null;
};

export type SegmentForm = {
  name: string;
  filter: {
    match: "all" | "any";
    groups: Array<{
      match: "all" | "any";
      conditions: Array<{
        field: "keyword";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "tag";
        has: "any" | "all" | "none";
        values: string[];
      } | {
        field: "campaign";
        has: "any" | "all" | "none";
        ids: string[];
      } | {
        field: "segment";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "upload";
        has: "any" | "none";
        ids: string[];
      } | {
        field: "status";
        values: Array<"subscribed" | "optedOut" | "unknown">;
      } | {
        field: "email_status";
        values: Array<"subscribed" | "unsubscribed" | "unknown">;
      } | {
        field: "reachable";
        value: boolean;
      } | {
        field: "source";
        values: string[];
      } | {
        field: "first_name" | "last_name" | "phone" | "email" | "company_name" | "website" | "zip";
        text: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "state";
        value: {
          is: "one-of" | "none-of";
          values: string[];
        } | {
          is: "known" | "not-known";
        };
      } | {
        field: "created" | "opted_in" | "last_message";
        moment: {
          when: "on" | "before" | "after";
          day: string;
        } | {
          when: "between";
          from: string;
          to: string;
        } | {
          when: "in-the-last" | "not-in-the-last";
          days: number;
        };
      } | {
        field: "birthday" | "anniversary";
        day: {
          when: "today";
        } | {
          when: "in-the-next";
          days: number;
        } | {
          when: "month";
          month: number;
        } | {
          when: "known" | "not-known";
        };
      } | {
        field: "custom";
        id: string;
        value: {
          is: "equal" | "not-equal" | "containing" | "not-containing" | "beginning";
          value: string;
        } | {
          is: "known" | "not-known";
        } | {
          is: "less" | "more";
          value: string;
        } | {
          is: "one-of";
          values: string[];
        };
      } | {
        field: "engagement";
        did: "sent" | "delivered" | "bounced" | "clicked" | "replied" | "redeemed" | "coupon-issued";
        not: boolean;
        within: number | null;
        channel: "text" | "mail" | null;
        of: string | null;
      }>;
    }>;
  };
};

export type SegmentList = {
  data: Segment[];
};

export type SendMessage = {
  contact_id: Uuid;
  body?: string;
  media?: string[];
  seen?: PositionText;
};

export type SendTestEmail = {
  email: Email;
  block: EmailDesign;
  business: Uuid;
  subject?: string;
  contact_id?: Uuid | null;
};

export type SentStats = {
  counts: RecipientCounts;
  reasons: EndReason[];
  variants: {
    variant: number;
    counts: RecipientCounts;
    clicked: number;
    replied: number;
    opted_out: number;
    redeemed: number;
  }[];
  clicked: number;
  replied: number;
  opted_out: number;
  redeemed: number;
  over_time: {
    at: Instant;
    sent: number;
    delivered: number;
    failed: number;
  }[];
  links: {
    url: string;
    variant: number;
    clickers: number;
    clicks: number;
    scanned: number;
  }[];
  pace: {
    per_minute: number;
    done_at: Instant | null;
    held: {
      count: number;
      until: Instant;
    } | null;
  } | null;
  skipped: number;
  mail: {
    complained: number;
    taken: number;
    business: {
      sent: number;
      bounced: number;
      complained: number;
    };
  } | null;
};

export type SentStatsReply = {
  data: SentStats;
};

export type SentTollfreeForm = {
  business_name: string;
  doing_business_as: string | null;
  website: string;
  street: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  contact_first_name: string;
  contact_last_name: string;
  contact_email: string;
  contact_phone: string;
  business_type: string;
  registration_number: string | null;
  registration_authority: string | null;
  registration_country: string | null;
  use_case_categories: string[];
  use_case_summary: string;
  message_sample: string;
  opt_in_type: string;
  opt_in_image_urls: string[];
  opt_in_confirmation: string | null;
  message_volume: string;
  privacy_url: string | null;
  terms_url: string | null;
  age_gated: boolean;
  additional_information: string | null;
};

export type Snippet = {
  id: string;
  name: string;
  body: string;
};

export type Snippets = {
  data: Snippet[];
};

export type Standing = {
  data: {
    paused_until: Instant | null;
    frequency: "all" | "weekly";
    muted: Named[];
    mails: Array<{
      address: string;
      stopped: "bounced" | "complained";
      since: Instant | null;
      reason: string | null;
    }>;
    looks_opted_out: Instant | null;
    above_limit: {
      limit: number;
    } | null;
    unreachable: {
      code: number;
      since: Instant | null;
    } | null;
  };
};

export type StartAhead = {
  data: {
    refused: string | null;
    steps: Array<{
      kind: string;
      name: string | null;
    }>;
    goes_on: boolean;
  };
};

export type StartConversation = {
  phone?: string;
  contact_id?: Uuid;
};

export type StartForMany = {
  automationId: Uuid;
  contactIds?: Uuid[];
  filters?: BulkFilters;
};

export type StartPageTest = {
  versions: [number, number];
};

export type StartUpload = {
  statement: string;
};

export type Statement = {
  number: string;
  payer: StatementPayer;
  business: Named | null;
  month: string;
  currency: string;
  closed: boolean;
  total: {
    carrier: number | null;
    price: number;
    resale: number | null;
    margin: number | null;
  };
  forecast: number | null;
  allowances: StatementAllowance[];
  users: Named[];
  businesses: Array<{
    id: string;
    name: string;
    quantity: number;
    carrier: number | null;
    price: number;
    resale: number | null;
    margin: number | null;
  }>;
  lines: StatementLine[];
  late: Array<{
    business: Named;
    rate_id: Uuid;
    channel: "sms" | "mms" | "email" | "voice" | "number" | "contact";
    direction: "out" | "in";
    country: string;
    carrier_class: "local" | "toll-free" | "short-code" | "other";
    quantity: number;
    included: number;
    carrier: number | null;
    price: number;
    resale: number | null;
    margin: number | null;
    month: string;
    opens: boolean;
  }>;
  fees: StatementFee[];
  unrated: UnratedUsage[];
  days: StatementDay[];
};

export type StatementAllowance = {
  channel: "sms" | "mms" | "email" | "voice" | "number" | "contact";
  included: number | null;
  used: number;
};

export type StatementDay = {
  day: string;
  sms: number;
  mms: number;
  email: number;
};

export type StatementFee = {
  business: Named;
  what: "brand-low-volume" | "brand-standard" | "brand-sole-proprietor" | "campaign-vetting";
  month: string;
  reversed: boolean;
  quantity: number;
  carrier: number | null;
  price: number;
  resale: number | null;
  margin: number | null;
};

export type StatementItem = {
  id: string;
  day: string;
  at: Instant | null;
  to: string | null;
  quantity: number;
  included: number;
  carrier: number | null;
  price: number;
  resale: number | null;
  margin: number | null;
};

export type StatementItems = {
  data: StatementItem[];
  meta: {
    next: string | null;
    total: number | null;
    quantity: number | null;
  };
};

export type StatementLine = {
  business: Named;
  rate_id: Uuid;
  channel: "sms" | "mms" | "email" | "voice" | "number" | "contact";
  direction: "out" | "in";
  country: string;
  carrier_class: "local" | "toll-free" | "short-code" | "other";
  quantity: number;
  included: number;
  carrier: number | null;
  price: number;
  resale: number | null;
  margin: number | null;
};

export type StatementPayer = {
  id: string;
  name: string;
  kind: "agency" | "business";
};

export type StatementReply = {
  data: Statement;
};

export type StaticCodeCheck = {
  data: {
    code: string;
    available: boolean;
    campaign: {
      id: string;
      name: string;
    } | null;
  };
};

export type StockPhoto = {
  url: string;
  width: number;
  height: number;
  alt: string;
  credit: string | null;
};

export type StockPhotoList = {
  data: StockPhoto[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type StripePriceList = {
  data: Array<{
    id: string;
    name: string;
    amount: number | null;
    currency: string;
  }>;
  meta: {
    total: number;
  };
};

export type SubmissionExportForm = SubmissionExportParams;

export type SubmissionExportParams = {
  format?: "csv" | "xlsx";
};

export type Success = {
  success: true;
  message: string;
};

export type Sums = {
  opt_ins: number;
  opt_outs: number;
  received: number;
  sent: number;
  delivered: number;
  failed: number;
  suppressed: number;
};

export type SwitchAutomation = {
  on: boolean;
  lapsed?: "go-on" | "end";
};

export type SwitchIntegration = {
  is_active: boolean;
};

export type TagList = {
  data: {
    tag: string;
    count: number;
  }[];
};

export type Team = {
  data: Array<{
    open: number;
    needs_reply: number;
    id: string;
    name: string;
    brand: string | null;
    has_phone: boolean;
    away: boolean;
    online: boolean;
    idle_since: Instant | null;
  }>;
  meta: {
    unassigned: {
      open: number;
      needs_reply: number;
    };
    mode: "off" | "round-robin" | "least-busy";
    assignee_only: boolean;
  };
};

export type TellApart = {
  other_id: Uuid;
  dismissed: boolean;
};

export type TestBroadcast = {
  type: "sms" | "mms" | "email";
  content: BroadcastContent;
  to: string[];
  contact_id: Uuid | null;
  campaign_id?: Uuid | null;
};

export type TestNotification = {
  what: "alert";
  text: string;
  phone?: string | null;
} | {
  what: "welcome";
  subject: string;
  body: string;
};

export type TestReply = {
  success: true;
  message: string;
  data: {
    waits: boolean;
  };
};

export type TextExportForm = {
  agency_id?: string | "";
  business_id?: string | "";
  contact_id?: string | "";
  campaign_id?: string | "";
  broadcast_id?: string | "";
  automation_id?: string | "";
  number?: string;
  channel?: "sms" | "mms" | "";
  direction?: "in" | "out" | "";
  purpose?: string;
  carrier?: string;
  carrier_id?: string;
  status?: string | string[];
  error_code?: string;
  date_range?: string;
  by?: "began" | "sent" | "delivered" | "failed";
  prices?: boolean;
};

export type TextGroup = {
  messages: number;
  quantity: number;
  received: number;
  waiting: number;
  sent: number;
  delivered: number;
  failed: number;
  suppressed: number;
  key: string | null;
  name: string | null;
};

export type TextHistory = {
  id: Uuid;
  at: Instant;
  day: string;
  business: Named;
  direction: "in" | "out";
  channel: "sms" | "mms";
  purpose: string | null;
  number: string | null;
  phone: string | null;
  quantity: number;
  status: "received" | "queued" | "held" | "unknown" | "accepted" | "sent" | "delivered" | "failed" | "suppressed";
  error_code: number | null;
  reason: string | null;
  price: number | null;
  currency: string | null;
  contact: {
    id: Uuid;
    name: string | null;
  };
  body: string | null;
  campaign: Named | null;
  broadcast: Named | null;
  automation: Named | null;
  carrier: string | null;
  carrier_id: string | null;
  sent_at: Instant | null;
  delivered_at: Instant | null;
  history: Array<{
    status: "received" | "queued" | "held" | "unknown" | "accepted" | "sent" | "delivered" | "failed" | "suppressed";
    at: Instant;
  }>;
};

export type TextHistoryReply = {
  data: TextHistory;
};

export type TextReport = {
  data: TextReportRow[];
  totals: TextSums;
  groups: TextGroup[] | null;
  meta: {
    total: number;
    from: string;
    to: string;
    next: string | null;
  };
};

export type TextReportRow = {
  id: Uuid;
  at: Instant;
  day: string;
  business: Named;
  direction: "in" | "out";
  channel: "sms" | "mms";
  purpose: string | null;
  number: string | null;
  phone: string | null;
  quantity: number;
  status: "received" | "queued" | "held" | "unknown" | "accepted" | "sent" | "delivered" | "failed" | "suppressed";
  error_code: number | null;
  reason: string | null;
  price: number | null;
  currency: string | null;
  contact: {
    id: Uuid;
    name: string | null;
  };
  body: string | null;
  campaign: Named | null;
  broadcast: Named | null;
  automation: Named | null;
};

export type TextSums = {
  messages: number;
  quantity: number;
  received: number;
  waiting: number;
  sent: number;
  delivered: number;
  failed: number;
  suppressed: number;
};

export type Till = {
  id: string;
  name: string;
  link: string;
  code: string;
  opened_at: Instant;
  last_redeemed_at: Instant | null;
  redeemed_today: number;
};

export type TillList = {
  data: Till[];
};

export type Timeline = {
  data: TimelineEntry[];
  meta: {
    next: string | null;
  };
};

export type TimelineEntry = {
  id: string;
  position: string;
  kind: "message" | "call" | "mail" | "consent" | "preferences" | "details" | "conversation" | "page" | "coupon" | "loop" | "vote" | "click" | "broadcast" | "privacy";
  what: string;
  at: Instant;
  by: "contact" | "person" | "carrier" | "platform";
  person: {
    id: string;
    name: string | null;
  } | null;
  impersonated: boolean;
  details: Record<string, string | number | boolean | null>;
  about: {
    kind: "campaign" | "broadcast" | "import" | "conversation";
    id: string;
    name: string | null;
  } | null;
};

export type TollfreeAttempt = {
  attempt: number;
  form: SentTollfreeForm | null;
  by: string | null;
  status: TollfreeStatus;
  carrier_status: string | null;
  requested_at: Instant;
  submitted_at: Instant | null;
  reviewed_at: Instant | null;
  refusals: TollfreeRefusal[];
};

export type TollfreeForm = {
  business_name: string;
  doing_business_as?: string | null;
  website: string;
  street: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  contact_first_name: string;
  contact_last_name: string;
  contact_email: string;
  contact_phone: string;
  business_type: "PRIVATE_PROFIT" | "PUBLIC_PROFIT" | "SOLE_PROPRIETOR" | "NON_PROFIT" | "GOVERNMENT";
  registration_number?: string | null;
  registration_authority?: "EIN" | "CBN" | "CRN" | "PROVINCIAL_NUMBER" | "NEQ" | "VAT" | "OTHER" | null;
  registration_country?: string | null;
  use_case_categories: Array<"TWO_FACTOR_AUTHENTICATION" | "ACCOUNT_NOTIFICATIONS" | "CUSTOMER_CARE" | "CHARITY_NONPROFIT" | "DELIVERY_NOTIFICATIONS" | "FRAUD_ALERT_MESSAGING" | "EVENTS" | "HIGHER_EDUCATION" | "K12" | "MARKETING" | "POLLING_AND_VOTING_NON_POLITICAL" | "POLITICAL_ELECTION_CAMPAIGNS" | "PUBLIC_SERVICE_ANNOUNCEMENT" | "SECURITY_ALERT">;
  use_case_summary: string;
  message_sample: string;
  opt_in_type: "WEB_FORM" | "VIA_TEXT" | "MOBILE_QR_CODE" | "PAPER_FORM" | "VERBAL" | "IMPORT";
  opt_in_image_urls: string[];
  opt_in_confirmation?: string | null;
  message_volume: "10" | "100" | "1,000" | "10,000" | "100,000" | "250,000" | "500,000" | "750,000" | "1,000,000" | "5,000,000" | "10,000,000+";
  privacy_url?: string | null;
  terms_url?: string | null;
  age_gated?: boolean;
  additional_information?: string | null;
};

export type TollfreeRefusal = {
  code: number | null;
  reason: string;
  text: string;
  field: string | null;
};

export type TollfreeStatus = "requested" | "pending" | "in-review" | "approved" | "rejected";

export type UniqueIdReply = {
  data: {
    unique_id: string;
  };
};

export type UnlockedReward = {
  id: string;
  member_id: string;
  contact_id: string;
  name: string | null;
  phone: string | null;
  title: string;
  unlocked_at: Instant;
  claimed_at: Instant | null;
  handed_out_at: Instant | null;
  till: string | null;
};

export type UnlockedRewardList = {
  data: UnlockedReward[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type UnlockedState = "all" | "open" | "claimed" | "handed-out";

export type UnratedUsage = {
  business: Named;
  channel: "sms" | "mms" | "email" | "voice" | "number" | "contact";
  direction: "out" | "in";
  country: string;
  carrier_class: "local" | "toll-free" | "short-code" | "other";
  quantity: number;
};

export type UpdateBroadcast = {
  name?: string;
  type?: "sms" | "mms" | "email";
  campaign_id?: string | null;
  contents?: BroadcastContent[];
  test?: {
    share: number;
    by: "clicks" | "replies" | "redemptions";
    hours: number;
  } | null;
  audience?: BroadcastAudienceInput;
  schedule?: {
    kind: "now";
  } | {
    kind: "at";
    at: string;
    zone: string;
  } | {
    kind: "recipient";
    at: string;
  } | {
    kind: "recurring";
    at: string;
    zone: string;
    every: "day" | "week" | "month";
    until: string | null;
  };
  window_hours?: number | null;
  valid_hours?: number;
  short_links?: boolean;
  revision: Revision | null;
};

export type UpdateBroadcasters = {
  broadcasters: {
    name: string;
    phone: string;
  }[];
  revision: Revision;
};

export type UpdateCallSettings = {
  forward_to: string | null;
  caller_id: "caller" | "business";
  whisper: boolean;
  ring_seconds: number;
  text_back: string | null;
  revision?: number | null;
};

export type UpdateCampaign = {
  name?: string;
  keyword?: string;
  reply?: string;
  discount_type?: "percentage" | "money" | "bogo" | "free" | "none";
  discount_amount?: number | null;
  offer_title?: string;
  offer_terms?: string;
  code_type?: CodeType;
  static_code?: string | null;
  use_limit?: number | null;
  day_to_expire?: number | null;
  reminders?: number[];
  reminder_message?: string;
  contact_notification?: {
    enabled: boolean;
    subject: string;
    body: string;
  };
  notifications?: {
    enabled: boolean;
    text: string;
    phones: string[];
    emails: string[];
  };
  ends_at?: string | null;
  phone_always?: boolean;
  double_opt_in?: boolean;
  verify_email?: boolean;
  redeem_by?: "holder" | "staff";
  anonymous_use?: boolean;
  sections?: PageSections;
  status?: "active" | "archived";
  even_if_used?: boolean;
  revision?: Revision | null;
};

export type UpdateCampaignSettings = {
  ends_at?: string | null;
  phone_always?: boolean;
  double_opt_in?: boolean;
  verify_email?: boolean;
  redeem_by?: "holder" | "staff";
  anonymous_use?: boolean;
  contact_notification?: {
    enabled: boolean;
    subject: string;
    body: string;
  };
  notifications?: {
    enabled: boolean;
    text: string;
    phones: string[];
    emails: string[];
  };
  revision?: Revision | null;
};

export type UpdateChatSettings = {
  mode: "off" | "round-robin" | "least-busy";
  people: Uuid[];
  reply_minutes: number | null;
  hours: Array<{
    opens: number;
    closes: number;
  } | null> | null;
  answer_owns?: boolean;
  assignee_only?: boolean;
  revision?: number | null;
};

export type UpdateContact = {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  birthday: string | null;
  anniversary: string | null;
  company_name: string | null;
  website: string | null;
  state?: string | null;
  zip?: string | null;
  custom: Record<string, string>;
  tags: string[];
  revision?: Revision;
};

export type UpdateContactInfo = {
  phone?: string | null;
  email?: Email | null;
  website?: string | null;
  address?: string | null;
  city?: string | null;
  state?: string | null;
  postal_code?: string | null;
  country?: string | null;
  revision: Revision;
};

export type UpdateConversation = {
  first_name?: string | null;
  last_name?: string | null;
  assignee_id?: Uuid | null;
  note?: string;
};

export type UpdateCustomField = {
  name: string;
  choices?: string[];
};

export type UpdateDailyLimits = {
  texts: number | null;
  mails: number | null;
  revision: Revision;
};

export type UpdateEmailTemplate = {
  name?: string;
  subject?: string;
  records?: EmailRecords;
  revision?: Revision | null;
};

export type UpdateIntake = {
  mapping: Array<{
    path: string;
    to: {
      of: "contact";
      name: "first_name" | "last_name" | "phone" | "email" | "birthday" | "anniversary" | "company_name" | "website" | "state" | "zip";
    } | {
      of: "custom";
      id: string;
    };
    rule: "overwrite" | "fill" | "never";
  }>;
  campaigns: {
    part: string;
    campaign_id: Uuid;
  }[];
};

export type UpdateKeyword = {
  keyword: string;
};

export type UpdateLanding = {
  title?: string;
  description?: string;
  sections?: PageSections;
  publish?: boolean;
  restore?: number;
  revision?: Revision | null;
};

export type UpdateLegalPages = {
  pages: LegalPages;
  revision: Revision;
};

export type UpdateRedemption = {
  action: "redeem";
  redemption_id: string;
} | {
  action: "undo";
  redemption_id: string;
} | {
  action: "extend";
  expires_at: string | Instant | null;
};

export type UploadChange = {
  row: number;
  contact: {
    id: string;
    name: string;
  };
  values: {
    field: string;
    from: string;
    to: string;
  }[];
};

export type UploadCounts = {
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  duplicates: number;
  over_limit: number;
  kept_out: number;
  texts: number;
  emails: number;
  values_left: number;
  opted_out: number;
};

export type UploadFinding = {
  column: number | null;
  problem: "nobody" | "duplicate" | "over-limit" | "erased" | "bad-phone" | "bad-email" | "bad-day" | "bad-website" | "bad-state" | "bad-zip" | "bad-choice" | "bad-tag" | "too-many-tags" | "too-long" | "bad-custom" | "bad-answer" | "extra-cells" | "second-value";
  count: number;
  examples: Array<{
    row: number;
    value: string | null;
  }>;
};

export type UploadReading = {
  delimiter: "," | ";" | "\t" | "|" | null;
  header: number;
  sheet: string | null;
  sheets: {
    name: string;
    hidden: boolean;
    empty: boolean;
  }[];
  first: {
    row: number;
    cells: string[];
  }[];
  hidden_rows: number;
  stray_bytes: number;
};

export type UploadReply = {
  data: {
    url: string;
    content_type: string;
    size: number;
  };
};

export type UploadStage = "received" | "refused" | "read" | "rehearsing" | "rehearsed" | "importing" | "finished" | "failed" | "undoing" | "undone";

export type UploadToken = {
  data: {
    token: string;
    file_url: string;
    problems_url: string;
    expires_at: Instant;
  };
};

export type UsageMonth = {
  month: string;
  emails: number;
  segments: number;
  mms: number;
  received_segments: number;
  received_mms: number;
};

export type Use = {
  by: "automation" | "broadcast" | "segment";
  id: string;
  name: string;
};

export type Used = {
  kind: "campaign" | "field" | "design" | "segment" | "hook" | "upload" | "broadcast";
  id: string;
  uses: Use[];
};

export type UsedList = {
  data: Used[];
};

export type Uuid = string;

export type Vote = {
  id: string;
  contact_id: string;
  name: string | null;
  phone: string | null;
  choices: string[];
  via: "page" | "text" | null;
  at: Instant | null;
  excluded: boolean;
  reason: string | null;
};

export type VoteList = {
  data: Vote[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type VoteOverview = {
  data: {
    voters: number;
    options: Record<string, number>;
    excluded: number;
    ends_at: Instant | null;
    last_at: Instant | null;
    choices: Array<{
      id: string;
      label: string | null;
      picture: string | null;
      votes: number;
      excluded: number;
    }>;
  };
};

export type VoteVerdict = {
  counts: boolean;
  reason?: string;
};

export type Wallet = {
  status: number;
  currency: string;
  paid: number;
  granted: number;
  held: number;
  recharge: Recharge | null;
  last_recharge: LastRecharge | null;
  is_parked: boolean;
};

export type WalletLine = {
  id: string;
  at: Instant;
  kind: "funds" | "refund" | "dispute" | "dispute-closed" | "credit" | "adjustment" | "reversal" | "usage" | "difference" | "fee";
  currency: string;
  units: number;
  balance: number;
  charge_id: string | null;
  is_automatic: boolean;
  reason: string | null;
  business: {
    id: string;
    name: string | null;
  } | null;
  month: string | null;
  fee: "brand-low-volume" | "brand-standard" | "brand-sole-proprietor" | "campaign-vetting" | null;
  usage: Array<{
    channel: "sms" | "mms" | "email" | "voice" | "number" | "contact";
    direction: "out" | "in";
    country: string;
    quantity: number;
  }>;
};

export type WalletReply = {
  data: Wallet;
};

export type WalletStatement = {
  data: WalletLine[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type WebhookAttempt = {
  at: Instant;
  duration_ms: number;
  status: number | null;
  error: string | null;
  response: string | null;
};

export type WebhookDeliveries = {
  data: WebhookDelivery[];
  meta: {
    total: number;
    page: number;
    per_page: number;
  };
};

export type WebhookDelivery = {
  id: string;
  type: string;
  status: "pending" | "delivered" | "failed" | "skipped";
  attempts: number;
  created_at: Instant;
  due_at: Instant | null;
  ended_at: Instant | null;
  last_status: number | null;
  last_error: string | null;
};

export type WebhookDeliveryDetail = {
  data: {
    id: string;
    type: string;
    status: "pending" | "delivered" | "failed" | "skipped";
    attempts: number;
    created_at: Instant;
    due_at: Instant | null;
    ended_at: Instant | null;
    last_status: number | null;
    last_error: string | null;
    event: WebhookEvent | null;
    attempts_made: WebhookAttempt[];
  };
};

export type WebhookEndpoint = {
  id: string;
  url: string;
  description: string;
  types: string[];
  version: string;
  status: "enabled" | "disabled";
  disabled_reason: "person" | "gone" | "failing" | null;
  created_at: Instant;
  rotated_at: Instant | null;
  previous_until: Instant | null;
  failures: number;
  failing_since: Instant | null;
  last_success_at: Instant | null;
  pending: number;
};

export type WebhookEndpointReply = {
  data: WebhookEndpoint;
};

export type WebhookEndpoints = {
  data: WebhookEndpoint[];
  meta: {
    total: number;
  };
};

export type WebhookEvent = {
  id: string;
  type: string;
  timestamp: Instant;
  data: Record<string, unknown>;
};

export type WebhookEventPage = {
  data: WebhookEvent[];
  meta: {
    next_cursor: string;
    has_more: boolean;
  };
};

export type WebhookEventType = {
  type: string;
  summary: string;
  schema: Record<string, unknown>;
};

export type WebhookEventTypes = {
  data: WebhookEventType[];
  meta: {
    total: number;
  };
};

export type WebhookPreview = {
  data: {
    total: number;
    is_capped: boolean;
    is_complete: boolean;
    counts: {
      type: string;
      count: number;
    }[];
    first: WebhookEvent[];
  };
};

export type WebinarList = {
  data: Array<{
    id: string;
    name: string;
    starts_at: string | null;
  }>;
  meta: {
    total: number;
  };
};

export type WhichAutomation = {
  automationId: Uuid;
};

export type WriteSnippet = {
  name: string;
  body: string;
};

/** Every call that an API key can make. */
export function createClient(options: ClientOptions) {
  const send = sender(options);
  return {
    /**
     * The addresses that events of the business are sent to, and how they fare.
     * Scope: `webhooks:read`.
     */
    listWebhookEndpoints: (options?: CallOptions): Promise<WebhookEndpoints> =>
      send({ method: 'GET', path: '/webhook-endpoints' }, options),
    /**
     * One endpoint.
     * Scope: `webhooks:read`.
     */
    getWebhookEndpoint: (id: string, options?: CallOptions): Promise<WebhookEndpointReply> =>
      send({ method: 'GET', path: `/webhook-endpoints/${place(id)}` }, options),
    /**
     * Deliveries to an endpoint in the last two weeks, newest first.
     * Scope: `webhooks:read`.
     */
    listWebhookDeliveries: (id: string, query?: { page?: number; per_page?: number; status?: "pending" | "delivered" | "failed" | "skipped" }, options?: CallOptions): Promise<WebhookDeliveries> =>
      send({ method: 'GET', path: `/webhook-endpoints/${place(id)}/deliveries`, query }, options),
    /**
     * One delivery: the body sent, and the response to each attempt.
     * Scope: `webhooks:read`.
     */
    getWebhookDelivery: (id: string, eventId: string, options?: CallOptions): Promise<WebhookDeliveryDetail> =>
      send({ method: 'GET', path: `/webhook-endpoints/${place(id)}/deliveries/${place(eventId)}` }, options),
    /**
     * What the endpoint is sent, asked for in place of being sent: from a cursor on, oldest first.
     * Scope: `webhooks:read`.
     */
    pollWebhookEvents: (id: string, query?: { cursor?: string; since?: string; limit?: number }, options?: CallOptions): Promise<WebhookEventPage> =>
      send({ method: 'GET', path: `/webhook-endpoints/${place(id)}/events`, query }, options),
    /**
     * Every type of event that can be sent, with the schema of its data.
     * Scope: `webhooks:read`.
     */
    listWebhookEventTypes: (query?: { version?: PayloadVersion }, options?: CallOptions): Promise<WebhookEventTypes> =>
      send({ method: 'GET', path: '/webhook-event-types', query }, options),
    /**
     * What an endpoint would have been sent since a date. Nothing is sent. Ask again until it is complete.
     * Scope: `webhooks:read`.
     */
    previewWebhook: (query: { since: string; types?: string }, options?: CallOptions): Promise<WebhookPreview> =>
      send({ method: 'GET', path: '/webhook-preview', query }, options),
    /**
     * The accounts of other services that the business has connected.
     * Scope: `settings:read`.
     */
    listIntegrations: (options?: CallOptions): Promise<IntegrationList> =>
      send({ method: 'GET', path: '/integrations' }, options),
    /**
     * Those of one service.
     * Scope: `settings:read`.
     */
    listIntegrationsOfType: (type: string, options?: CallOptions): Promise<IntegrationList> =>
      send({ method: 'GET', path: `/integrations/type/${place(type)}` }, options),
    /**
     * What can be connected, and what is.
     * Scope: `settings:read`.
     */
    getIntegrationOverview: (options?: CallOptions): Promise<IntegrationOverview> =>
      send({ method: 'GET', path: '/integrations/user' }, options),
    /**
     * Those that work, to choose from in forms.
     * Scope: `settings:read`.
     */
    listIntegrationOptions: (query?: { type?: "goto" | "fb" | "stripe" | "api" | "cms" }, options?: CallOptions): Promise<IntegrationOptions> =>
      send({ method: 'GET', path: '/integrations/user/select-options', query }, options),
    /**
     * Webinars that lie ahead, the next first.
     * Scope: `settings:read`.
     */
    listWebinars: (query?: { integration_id?: Uuid }, options?: CallOptions): Promise<WebinarList> =>
      send({ method: 'GET', path: '/integrations/goto/webinars', query }, options),
    /**
     * The Facebook pages of a connection.
     * Scope: `settings:read`.
     */
    listFacebookPages: (query?: { integration_id?: Uuid }, options?: CallOptions): Promise<IntegrationChoices> =>
      send({ method: 'GET', path: '/integrations/fb/pages', query }, options),
    /**
     * The lead forms of a Facebook page.
     * Scope: `settings:read`.
     */
    listFacebookForms: (query: { integration_id?: Uuid; page_id: string }, options?: CallOptions): Promise<IntegrationChoices> =>
      send({ method: 'GET', path: '/integrations/fb/forms', query }, options),
    /**
     * Active products of a connected Stripe account, 500 at most.
     * Scope: `settings:read`.
     */
    listStripeProducts: (query?: { integration_id?: Uuid }, options?: CallOptions): Promise<IntegrationChoices> =>
      send({ method: 'GET', path: '/integrations/stripe/products', query }, options),
    /**
     * Active prices of a product, 500 at most.
     * Scope: `settings:read`.
     */
    listStripePrices: (query: { integration_id?: Uuid; product_id: string }, options?: CallOptions): Promise<StripePriceList> =>
      send({ method: 'GET', path: '/integrations/stripe/prices', query }, options),
    /**
     * One of them.
     * Scope: `settings:read`.
     */
    getIntegration: (id: string, options?: CallOptions): Promise<IntegrationReply> =>
      send({ method: 'GET', path: `/integrations/${place(id)}` }, options),
    /**
     * Disconnect it. Contacts that came by it stay.
     * Scope: `settings:write`.
     */
    deleteIntegration: (id: string, options?: CallOptions): Promise<Done> =>
      send({ method: 'DELETE', path: `/integrations/${place(id)}` }, options),
    /**
     * Which field comes from where, and which campaigns contacts enter.
     * Scope: `settings:write`.
     */
    updateIntegrationIntake: (id: string, body: UpdateIntake, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/integrations/${place(id)}/intake`, body }, options),
    /**
     * Switch it off, or on again.
     * Scope: `settings:write`.
     */
    toggleIntegration: (id: string, body: SwitchIntegration, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/integrations/${place(id)}/toggle-status`, body }, options),
    /**
     * Fetch its people as a file of contacts, to look at and to import. No one is imported by this.
     * Scope: `imports:write`.
     */
    syncIntegration: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/integrations/${place(id)}/sync-data` }, options),
    /**
     * What a business may change of itself.
     * Scope: `settings:write`.
     */
    updateBusinessSettings: (body: BusinessSettings, options?: CallOptions): Promise<Saved> =>
      send({ method: 'PUT', path: '/businesses/edit-settings', body }, options),
    /**
     * How customers reach the business.
     * Scope: `settings:write`.
     */
    updateContactInfo: (body: UpdateContactInfo, options?: CallOptions): Promise<Saved> =>
      send({ method: 'POST', path: '/businesses/update-contact-info', body }, options),
    /**
     * Choose whose phones may send a broadcast by text. Each one is confirmed with a code first.
     * Scope: `settings:write`.
     */
    updateBroadcasters: (body: UpdateBroadcasters, options?: CallOptions): Promise<Saved> =>
      send({ method: 'POST', path: '/businesses/update-broadcasters', body }, options),
    /**
     * Whose phones may send a broadcast by text, and what each sent last.
     * Scope: `settings:read`.
     */
    listBroadcasters: (options?: CallOptions): Promise<BroadcastersReply> =>
      send({ method: 'GET', path: '/businesses/broadcasters' }, options),
    /**
     * How many texts and emails of automations and broadcasts may reach one person in a day. Beyond that they are held back, and say so.
     * Scope: `settings:write`.
     */
    updateDailyLimits: (body: UpdateDailyLimits, options?: CallOptions): Promise<Saved> =>
      send({ method: 'PUT', path: '/businesses/daily-limits', body }, options),
    /**
     * Where calls to the business’s number go, and what callers who were missed are texted.
     * Scope: `settings:read`.
     */
    getCallSettings: (options?: CallOptions): Promise<CallSettingsReply> =>
      send({ method: 'GET', path: '/businesses/calls' }, options),
    /**
     * Choose where calls go and what callers who were missed are texted. The carrier is told.
     * Scope: `settings:write`.
     */
    updateCallSettings: (body: UpdateCallSettings, options?: CallOptions): Promise<Saved> =>
      send({ method: 'PUT', path: '/businesses/calls', body }, options),
    /**
     * The privacy policy and the terms.
     * Scope: `settings:read`.
     */
    getLegalPages: (options?: CallOptions): Promise<LegalPagesReply> =>
      send({ method: 'GET', path: '/businesses/legal-pages' }, options),
    /**
     * Write the privacy policy and the terms, or link to them.
     * Scope: `settings:write`.
     */
    updateLegalPages: (body: UpdateLegalPages, options?: CallOptions): Promise<Saved> =>
      send({ method: 'PUT', path: '/businesses/legal-pages', body }, options),
    /**
     * Upload a picture for logo or pages (gif, jpeg, png, webp, avif, svg; at most 5 MB) as the one file of a form.
     * Scope: `settings:write`.
     */
    uploadBusinessImage: (file: Blob, options?: CallOptions): Promise<ImageReply> =>
      send({ method: 'POST', path: '/businesses/upload-image', file }, options),
    /**
     * Delete a picture that the business uploaded.
     * Scope: `settings:write`.
     */
    deleteBusinessImage: (body: DeleteImage, options?: CallOptions): Promise<Done> =>
      send({ method: 'POST', path: '/businesses/delete-image', body }, options),
    /**
     * What everyone who works with a business may see of it.
     * Scope: `settings:read`.
     */
    getBusinessInfo: (id: string, options?: CallOptions): Promise<BusinessInfo> =>
      send({ method: 'GET', path: `/businesses/${place(id)}/info` }, options),
    /**
     * What your subscriptions are charged next, the soonest first: your own; for admins, those of an agency or a business.
     * Scope: `billing:read`.
     */
    listNextInvoices: (query?: { agency_id?: Uuid; business_id?: Uuid }, options?: CallOptions): Promise<NextInvoices> =>
      send({ method: 'GET', path: '/subscriptions/next-invoices', query }, options),
    /**
     * Invoices, payments into the wallet and refunds, the newest first: your own; for admins, those of an agency or a business.
     * Scope: `billing:read`.
     */
    listBillingHistory: (query?: { page?: number; per_page?: number; agency_id?: Uuid; business_id?: Uuid }, options?: CallOptions): Promise<BillingHistory> =>
      send({ method: 'GET', path: '/reports/billing-history', query }, options),
    /**
     * An invoice with its lines, and the lines as CSV.
     * Scope: `billing:read`.
     */
    getInvoice: (id: string, query?: { agency_id?: Uuid; business_id?: Uuid }, options?: CallOptions): Promise<InvoiceReply> =>
      send({ method: 'GET', path: `/reports/billing-history/${place(id)}`, query }, options),
    /**
     * An invoice line by line as the payment provider has it: the price of one, discounts and tax.
     * Scope: `billing:read`.
     */
    listInvoiceLines: (id: string, query?: { agency_id?: Uuid; business_id?: Uuid }, options?: CallOptions): Promise<InvoiceLines> =>
      send({ method: 'GET', path: `/reports/billing-history/${place(id)}/lines`, query }, options),
    /**
     * Where the payment provider shows an invoice, as a page and as a PDF.
     * Scope: `billing:read`.
     */
    getInvoiceDocuments: (id: string, query?: { agency_id?: Uuid; business_id?: Uuid }, options?: CallOptions): Promise<InvoiceDocuments> =>
      send({ method: 'GET', path: `/reports/billing-history/${place(id)}/documents`, query }, options),
    /**
     * What the caller can subscribe to: plans, or with `section` an add-on. An admin gets the plans for agencies, add-ons included.
     * Scope: `billing:read`.
     */
    listPlans: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "amount" | "name" | "created_at" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; section?: "plan" | "livechat" | "loop" | "a2p" | "unlimited" | "" }, options?: CallOptions): Promise<PlanList> =>
      send({ method: 'GET', path: '/subscriptions/plans', query }, options),
    /**
     * A plan that the caller can subscribe to, by its name.
     * Scope: `billing:read`.
     */
    getPlanByName: (name: string, options?: CallOptions): Promise<PlanReply> =>
      send({ method: 'GET', path: `/subscriptions/plans/${place(name)}` }, options),
    /**
     * What everything costs that the caller can subscribe to, add-ons included.
     * Scope: `billing:read`.
     */
    listPrices: (options?: CallOptions): Promise<PriceList> =>
      send({ method: 'GET', path: '/subscriptions/prices' }, options),
    /**
     * The live chat add-on that the caller can subscribe to; null: none is for sale.
     * Scope: `billing:read`.
     */
    getLivechatPlan: (options?: CallOptions): Promise<AddOnReply> =>
      send({ method: 'GET', path: '/livechat/plan' }, options),
    /**
     * The loop add-on that the caller can subscribe to; null: none is for sale.
     * Scope: `billing:read`.
     */
    getLoopPlan: (options?: CallOptions): Promise<AddOnReply> =>
      send({ method: 'GET', path: '/loops/plan' }, options),
    /**
     * What you have for texts: paid, granted, held. A business of an agency has none: its agency pays.
     * Scope: `billing:read`.
     */
    getWallet: (options?: CallOptions): Promise<WalletReply> =>
      send({ method: 'GET', path: '/wallet' }, options),
    /**
     * What changed your balance, the newest first, each with its cause and the balance after it.
     * Scope: `billing:read`.
     */
    listWalletLines: (query?: { page?: number; per_page?: number }, options?: CallOptions): Promise<WalletStatement> =>
      send({ method: 'GET', path: '/wallet/statement', query }, options),
    /**
     * The same as a file (CSV), the newest 10,000 lines.
     * Scope: `billing:read`.
     */
    exportWalletStatement: (options?: CallOptions): Promise<Blob> =>
      send({ method: 'GET', path: '/wallet/statement/export', download: true }, options),
    /**
     * What usage costs the caller today: the platform’s prices, or for a business of an agency the prices of its agency.
     * Scope: `billing:read`.
     */
    listCarrierFees: (options?: CallOptions): Promise<CarrierFees> =>
      send({ method: 'GET', path: '/carrier-fees' }, options),
    /**
     * The verification of your toll-free number, with every attempt and what the reviewers said.
     * Scope: `settings:read`.
     */
    getNumberVerification: (options?: CallOptions): Promise<NumberVerificationReply> =>
      send({ method: 'GET', path: '/businesses/number-verification' }, options),
    /**
     * Ask the carrier to verify your toll-free number, or correct what was refused. What reviewers refuse is refused first.
     * Scope: `settings:write`.
     */
    verifyNumber: (body: TollfreeForm, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/businesses/verify-number', body }, options),
    /**
     * A month of usage and what it costs; default: this month. An agency can narrow it to a business; an admin names whose it is.
     * Scope: `billing:read`.
     */
    getStatement: (query?: { month?: string; agency_id?: Uuid; business_id?: Uuid }, options?: CallOptions): Promise<StatementReply> =>
      send({ method: 'GET', path: '/statements', query }, options),
    /**
     * A statement as a PDF document, or its lines as a CSV file.
     * Scope: `billing:read`.
     */
    downloadStatement: (query?: { month?: string; agency_id?: Uuid; business_id?: Uuid; format?: "csv" | "pdf" }, options?: CallOptions): Promise<Blob> =>
      send({ method: 'GET', path: '/statements/file', query, download: true }, options),
    /**
     * The texts, emails, numbers or days that a line of a statement is made of; together they cost what it says.
     * Scope: `billing:read`.
     */
    listStatementItems: (query: { month?: string; agency_id?: Uuid; business_id: Uuid; channel: "sms" | "mms" | "email" | "voice" | "number" | "contact"; direction: "out" | "in"; country: string; carrier_class: "local" | "toll-free" | "short-code" | "other"; rate_id: Uuid; late_month?: string; cursor?: string }, options?: CallOptions): Promise<StatementItems> =>
      send({ method: 'GET', path: '/statements/items', query }, options),
    /**
     * Where the registration of the business for local numbers is, and all that happened to it.
     * Scope: `settings:read`.
     */
    getA2pRequest: (options?: CallOptions): Promise<A2pRequestReply> =>
      send({ method: 'GET', path: '/businesses/a2p/request' }, options),
    /**
     * The brand that the business submitted with an EIN.
     * Scope: `settings:read`.
     */
    getA2pBrandByEin: (ein: string, options?: CallOptions): Promise<A2pBrandByEin> =>
      send({ method: 'GET', path: `/businesses/a2p/brand-by-ein/${place(ein)}` }, options),
    /**
     * The campaigns of a brand of the business.
     * Scope: `settings:read`.
     */
    listA2pCampaigns: (brandId: string, options?: CallOptions): Promise<A2pCampaignRows> =>
      send({ method: 'GET', path: `/businesses/a2p/campaigns-by-brand/${place(brandId)}` }, options),
    /**
     * Forms of the registration filled in from what the business has, with fees and usual times.
     * Scope: `settings:read`.
     */
    getA2pProposal: (options?: CallOptions): Promise<A2pProposal> =>
      send({ method: 'GET', path: '/businesses/a2p/proposal' }, options),
    /**
     * What the carrier lets the verified brand text about.
     * Scope: `settings:read`.
     */
    listA2pUseCases: (options?: CallOptions): Promise<A2pUseCases> =>
      send({ method: 'GET', path: '/businesses/a2p/use-cases' }, options),
    /**
     * Have the carrier text the code again to the mobile phone of a sole proprietor.
     * Scope: `settings:write`.
     */
    resendA2pCode: (body: ResendA2pCode, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: '/businesses/a2p/code', body }, options),
    /**
     * Give up a brand or a campaign that was refused, or that the carrier does not have yet.
     * Scope: `settings:write`.
     */
    cancelA2p: (body: CancelA2p, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: '/businesses/a2p/cancel', body }, options),
    /**
     * Keep a form of the registration as it was typed so far.
     * Scope: `settings:write`.
     */
    saveA2pDraft: (body: SaveA2pDraft, options?: CallOptions): Promise<Done> =>
      send({ method: 'POST', path: '/businesses/a2p/draft', body }, options),
    /**
     * Choose the name that the texts of the business begin with.
     * Scope: `settings:write`.
     */
    changeA2pPrefix: (body: ChangeA2pPrefix, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: '/businesses/a2p/prefix', body }, options),
    /**
     * Who did what, and on whose behalf, newest first: of everything (admins), an agency, a business or a person.
     * Scope: `reports:read`.
     */
    listActivity: (query?: { page?: number; per_page?: number; agency_id?: Uuid; business_id?: Uuid; user_id?: Uuid }, options?: CallOptions): Promise<ActivityList> =>
      send({ method: 'GET', path: '/activity', query }, options),
    /**
     * Find or start the conversation with a phone number or a contact.
     * Scope: `messages:send`.
     */
    startConversation: (body: StartConversation, options?: CallOptions): Promise<ConversationReply> =>
      send({ method: 'POST', path: '/livechat', body }, options),
    /**
     * The conversations, newest first.
     * Scope: `messages:read`.
     */
    listConversations: (query?: { page?: number; per_page?: number; filter?: ConversationFilter; assignee?: "mine" | "nobody" | Uuid; sort?: "newest" | "waiting"; search?: string }, options?: CallOptions): Promise<ConversationList> =>
      send({ method: 'GET', path: '/livechat', query }, options),
    /**
     * The messages of a conversation, oldest first; `before` pages upwards.
     * Scope: `messages:read`.
     */
    listMessages: (query: { contact_id: Uuid; before?: PositionText; per_page?: number }, options?: CallOptions): Promise<MessageList> =>
      send({ method: 'GET', path: '/livechat/messages', query }, options),
    /**
     * Send a text to a contact.
     * Scope: `messages:send`.
     */
    sendMessage: (body: SendMessage, options?: CallOptions): Promise<MessageReply> =>
      send({ method: 'POST', path: '/livechat/messages', body }, options),
    /**
     * Close up to 100 conversations. One whose contact wrote in the meantime stays open.
     * Scope: `messages:write`.
     */
    closeConversations: (body: CloseMany, options?: CallOptions): Promise<ClosedMany> =>
      send({ method: 'POST', path: '/livechat/close', body }, options),
    /**
     * Contacts by name or number, to start a conversation with.
     * Scope: `messages:read`.
     */
    searchContacts: (query?: { search?: string }, options?: CallOptions): Promise<ContactSearch> =>
      send({ method: 'GET', path: '/livechat/search-contacts', query }, options),
    /**
     * How conversations are assigned, and how soon contacts are answered.
     * Scope: `messages:read`.
     */
    getChatSettings: (options?: CallOptions): Promise<ChatSettings> =>
      send({ method: 'GET', path: '/livechat/settings' }, options),
    /**
     * Choose who is assigned conversations automatically, and how soon contacts are answered.
     * Scope: `messages:write`.
     */
    changeChatSettings: (body: UpdateChatSettings, options?: CallOptions): Promise<ChatSettings> =>
      send({ method: 'PUT', path: '/livechat/settings', body }, options),
    /**
     * Who answers for the business, and how many conversations each has.
     * Scope: `messages:read`.
     */
    listTeam: (options?: CallOptions): Promise<Team> =>
      send({ method: 'GET', path: '/livechat/team' }, options),
    /**
     * A conversation with its contact and consent history.
     * Scope: `messages:read`.
     */
    getConversation: (id: string, options?: CallOptions): Promise<ConversationDetail> =>
      send({ method: 'GET', path: `/livechat/${place(id)}` }, options),
    /**
     * Name the contact, assign the conversation, add an internal note.
     * Scope: `messages:write`.
     */
    updateConversation: (id: string, body?: UpdateConversation, options?: CallOptions): Promise<ConversationReply> =>
      send({ method: 'PUT', path: `/livechat/${place(id)}`, body }, options),
    /**
     * The newest calls of a contact, oldest first, with what became of each.
     * Scope: `messages:read`.
     */
    listCallsOfContact: (id: string, options?: CallOptions): Promise<ChatCalls> =>
      send({ method: 'GET', path: `/livechat/${place(id)}/calls` }, options),
    /**
     * The texts that are to go later, the soonest first.
     * Scope: `messages:read`.
     */
    listScheduledTexts: (id: string, options?: CallOptions): Promise<ScheduledTexts> =>
      send({ method: 'GET', path: `/livechat/${place(id)}/scheduled` }, options),
    /**
     * Schedule a text. It isn’t sent if the contact writes first or opts out, or if you cancel it.
     * Scope: `messages:send`.
     */
    scheduleText: (id: string, body: ScheduleText, options?: CallOptions): Promise<ScheduledTexts> =>
      send({ method: 'POST', path: `/livechat/${place(id)}/scheduled`, body }, options),
    /**
     * Let a scheduled text go at another time, or now.
     * Scope: `messages:send`.
     */
    moveScheduledText: (id: string, textId: string, body: MoveScheduledText, options?: CallOptions): Promise<ScheduledTexts> =>
      send({ method: 'PUT', path: `/livechat/${place(id)}/scheduled/${place(textId)}`, body }, options),
    /**
     * Take a scheduled text back. One that has gone out is refused (409).
     * Scope: `messages:write`.
     */
    takeBackScheduledText: (id: string, textId: string, options?: CallOptions): Promise<ScheduledTexts> =>
      send({ method: 'DELETE', path: `/livechat/${place(id)}/scheduled/${place(textId)}` }, options),
    /**
     * Set the status of a conversation.
     * Scope: `messages:write`.
     */
    setConversationStatus: (id: string, query: { status: "open" | "closed" }, options?: CallOptions): Promise<ConversationReply> =>
      send({ method: 'POST', path: `/livechat/${place(id)}/status`, query }, options),
    /**
     * Mark as read up to `position` (left out: up to the newest), or as unread; without a body it is toggled.
     * Scope: `messages:write`.
     */
    markConversationRead: (id: string, body?: ReadRequest, options?: CallOptions): Promise<ConversationReply> =>
      send({ method: 'POST', path: `/livechat/${place(id)}/read`, body }, options),
    /**
     * The actions and rewards of a loop, in their order.
     * Scope: `campaigns:read`.
     */
    listRewards: (couponId: string, options?: CallOptions): Promise<RewardList> =>
      send({ method: 'GET', path: `/landings/${place(couponId)}/rewards` }, options),
    /**
     * A new way to earn points in a loop, or a new reward.
     * Scope: `campaigns:write`.
     */
    createReward: (couponId: string, body: RewardBody, options?: CallOptions): Promise<RewardReply> =>
      send({ method: 'POST', path: `/landings/${place(couponId)}/rewards`, body }, options),
    /**
     * Change what something earns or when it unlocks; everyone’s points are recounted.
     * Scope: `campaigns:write`.
     */
    editReward: (couponId: string, id: string, body: RewardBody, options?: CallOptions): Promise<RewardReply> =>
      send({ method: 'PUT', path: `/landings/${place(couponId)}/rewards/${place(id)}`, body }, options),
    /**
     * Take it away; what members have unlocked stays theirs.
     * Scope: `campaigns:write`.
     */
    deleteReward: (couponId: string, id: string, options?: CallOptions): Promise<Done> =>
      send({ method: 'DELETE', path: `/landings/${place(couponId)}/rewards/${place(id)}` }, options),
    /**
     * Switch it on or off; without a word it becomes the other.
     * Scope: `campaigns:write`.
     */
    toggleReward: (couponId: string, id: string, body?: RewardStatus, options?: CallOptions): Promise<RewardReply> =>
      send({ method: 'PUT', path: `/landings/${place(couponId)}/rewards/${place(id)}/status`, body }, options),
    /**
     * How many members would gain or lose points by a change, and how many rewards would be unlocked.
     * Scope: `campaigns:write`.
     */
    previewReward: (couponId: string, body: RewardChange, options?: CallOptions): Promise<RewardPreview> =>
      send({ method: 'POST', path: `/landings/${place(couponId)}/rewards/preview`, body }, options),
    /**
     * In which order actions and rewards are shown: all of them.
     * Scope: `campaigns:write`.
     */
    orderRewards: (id: string, body: RewardOrder, options?: CallOptions): Promise<Done> =>
      send({ method: 'PUT', path: `/landings/${place(id)}/order-points`, body }, options),
    /**
     * The loops of the business with their figures.
     * Scope: `campaigns:read`.
     */
    listLoops: (options?: CallOptions): Promise<LoopList> =>
      send({ method: 'GET', path: '/coupons/loops' }, options),
    /**
     * The members of a loop by their points.
     * Scope: `campaigns:read`.
     */
    getLeaderboard: (query?: { page?: number; per_page?: number; coupon_id?: Uuid; date_range?: string }, options?: CallOptions): Promise<Leaderboard> =>
      send({ method: 'GET', path: '/leaderboard', query }, options),
    /**
     * The same as GET /leaderboard.
     * Scope: `contacts:read`.
     */
    getContactsLeaderboard: (query?: { page?: number; per_page?: number; coupon_id?: Uuid; date_range?: string }, options?: CallOptions): Promise<Leaderboard> =>
      send({ method: 'GET', path: '/contacts/leaderboard', query }, options),
    /**
     * Who came through whose link; `state` in-review: what needs a review.
     * Scope: `campaigns:read`.
     */
    listReferrals: (id: string, query?: { page?: number; per_page?: number; state?: ReferralState; date_range?: string }, options?: CallOptions): Promise<ReferralList> =>
      send({ method: 'GET', path: `/landings/${place(id)}/referrals`, query }, options),
    /**
     * Accept a referral or refuse it.
     * Scope: `campaigns:write`.
     */
    judgeReferral: (couponId: string, id: string, body: ReferralVerdict, options?: CallOptions): Promise<Done> =>
      send({ method: 'PUT', path: `/landings/${place(couponId)}/referrals/${place(id)}`, body }, options),
    /**
     * Unlocked rewards, newest first; `state` open: rewards to hand out.
     * Scope: `campaigns:read`.
     */
    listUnlockedRewards: (id: string, query?: { page?: number; per_page?: number; state?: UnlockedState }, options?: CallOptions): Promise<UnlockedRewardList> =>
      send({ method: 'GET', path: `/landings/${place(id)}/unlocked`, query }, options),
    /**
     * Mark an unlocked reward as handed out to a member.
     * Scope: `campaigns:write`.
     */
    handOutReward: (couponId: string, id: string, body: HandOut, options?: CallOptions): Promise<Done> =>
      send({ method: 'POST', path: `/landings/${place(couponId)}/rewards/${place(id)}/hand-out`, body }, options),
    /**
     * What counts: votes by option, and how many have voted.
     * Scope: `campaigns:read`.
     */
    getVotes: (id: string, options?: CallOptions): Promise<VoteOverview> =>
      send({ method: 'GET', path: `/landings/${place(id)}/votes` }, options),
    /**
     * Who voted for what, the newest first.
     * Scope: `campaigns:read`.
     */
    listBallots: (id: string, query?: { page?: number; per_page?: number }, options?: CallOptions): Promise<VoteList> =>
      send({ method: 'GET', path: `/landings/${place(id)}/ballots`, query }, options),
    /**
     * Take a vote out of the count, with the reason, or put it back.
     * Scope: `campaigns:write`.
     */
    judgeBallot: (couponId: string, id: string, body: VoteVerdict, options?: CallOptions): Promise<Done> =>
      send({ method: 'PUT', path: `/landings/${place(couponId)}/ballots/${place(id)}`, body }, options),
    /**
     * The contacts; filters: keywords, tags, opt_out, status, segment_id, and filter (JSON, as segments have it). Pages by number, or by the cursors that each page names; a total that was cut off says so.
     * Scope: `contacts:read`.
     */
    listContacts: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "name" | "first_name" | "last_name" | "phone" | "status" | "last_message_at" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "subscribed" | "optedOut" | "unknown" | "active" | ""; keywords?: string | string[]; tags?: string | string[]; opt_out?: "0" | "1" | "true" | "false"; filter?: string; segment_id?: string | ""; cursor?: string; exact?: "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<ContactList> =>
      send({ method: 'GET', path: '/contacts', query }, options),
    /**
     * Write a contact down. It has agreed to nothing by that.
     * Scope: `contacts:write`.
     */
    createContact: (body: CreateContact, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/contacts', body }, options),
    /**
     * All contacts, the oldest first, in pages that each begin where the one before ended.
     * Scope: `contacts:read`.
     */
    allContacts: (query?: { after?: PositionText; per_page?: number }, options?: CallOptions): Promise<AllContacts> =>
      send({ method: 'GET', path: '/contacts/all', query }, options),
    /**
     * The tags that contacts have, the most used first.
     * Scope: `contacts:read`.
     */
    listContactTags: (options?: CallOptions): Promise<TagList> =>
      send({ method: 'GET', path: '/contacts/tags' }, options),
    /**
     * Give a contact exactly these keywords. It is opted in or out of nothing by that.
     * Scope: `contacts:write`.
     */
    syncContactKeywords: (id: string, body: ContactKeywords, options?: CallOptions): Promise<ContactDetail> =>
      send({ method: 'PUT', path: `/contacts/${place(id)}/sync-keywords`, body }, options),
    /**
     * A contact with what it has told, the campaigns it is a member of, and its consent history.
     * Scope: `contacts:read`.
     */
    getContact: (id: string, options?: CallOptions): Promise<ContactDetail> =>
      send({ method: 'GET', path: `/contacts/${place(id)}` }, options),
    /**
     * Erase a person: everything personal goes for good, what proves consent and objection stays. It cannot be undone.
     * Scope: `contacts:write`.
     */
    eraseContact: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/contacts/${place(id)}` }, options),
    /**
     * Change what is known of a contact.
     * Scope: `contacts:write`.
     */
    updateContact: (id: string, body: UpdateContact, options?: CallOptions): Promise<Saved> =>
      send({ method: 'PUT', path: `/contacts/${place(id)}`, body }, options),
    /**
     * Give a contact exactly these tags.
     * Scope: `contacts:write`.
     */
    tagContact: (id: string, body: ContactTags, options?: CallOptions): Promise<ContactDetail> =>
      send({ method: 'PUT', path: `/contacts/${place(id)}/tags`, body }, options),
    /**
     * Opt a contact out: nothing is sent to it any more.
     * Scope: `contacts:write`.
     */
    optOutContact: (id: string, body?: OptOutForm, options?: CallOptions): Promise<ContactDetail> =>
      send({ method: 'POST', path: `/contacts/${place(id)}/opt-out`, body }, options),
    /**
     * Say that the text that looks like an opt-out is not one. Marketing texts go to the contact again.
     * Scope: `contacts:write`.
     */
    keepContactSubscribed: (id: string, options?: CallOptions): Promise<ContactDetail> =>
      send({ method: 'POST', path: `/contacts/${place(id)}/keep-subscribed` }, options),
    /**
     * Everything that happened to a contact, the newest first, in pages that each begin where the last ended.
     * Scope: `contacts:read`.
     */
    getContactTimeline: (id: string, query?: { kinds?: string | string[]; before?: PositionText; per_page?: number }, options?: CallOptions): Promise<Timeline> =>
      send({ method: 'GET', path: `/contacts/${place(id)}/timeline`, query }, options),
    /**
     * What a contact had agreed to on a day, by channel, with the proof and all that was recorded by then.
     * Scope: `contacts:read`.
     */
    getContactConsent: (id: string, query?: { on?: string }, options?: CallOptions): Promise<ConsentAsOf> =>
      send({ method: 'GET', path: `/contacts/${place(id)}/consent`, query }, options),
    /**
     * What a contact has wished (pause, fewer, campaigns left), and what stops texts and emails to it.
     * Scope: `contacts:read`.
     */
    getContactStanding: (id: string, options?: CallOptions): Promise<Standing> =>
      send({ method: 'GET', path: `/contacts/${place(id)}/standing` }, options),
    /**
     * Write to an address again whose email came back by mistake. A report as spam cannot be lifted.
     * Scope: `contacts:write`.
     */
    liftBounce: (id: string, body: LiftBounce, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/contacts/${place(id)}/lift-bounce`, body }, options),
    /**
     * Contacts who may be the same person: the same email address, or the same name and one thing more.
     * Scope: `contacts:read`.
     */
    listDuplicateContacts: (options?: CallOptions): Promise<Duplicates> =>
      send({ method: 'GET', path: '/contacts/duplicates' }, options),
    /**
     * Mark this contact and another as two people, so that they aren’t suggested; or undo it.
     * Scope: `contacts:write`.
     */
    tellContactsApart: (id: string, body: TellApart, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/contacts/${place(id)}/duplicates`, body }, options),
    /**
     * Merge another contact into this one, for good. An opt-out of either is an opt-out of both.
     * Scope: `contacts:write`.
     */
    mergeContacts: (id: string, body: MergeContacts, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/contacts/${place(id)}/merge`, body }, options),
    /**
     * Take a file with everything that is stored about a person. Who took it, and when, is recorded.
     * Scope: `contacts:write`.
     */
    takeContactData: (id: string, options?: CallOptions): Promise<DataFile> =>
      send({ method: 'POST', path: `/contacts/${place(id)}/data-file` }, options),
    /**
     * Take a packet that proves a contact’s consent and messages to a stranger. Who took it is recorded. An erased contact has one, too, without values.
     * Scope: `contacts:write`.
     */
    takeContactEvidence: (id: string, options?: CallOptions): Promise<EvidenceFile> =>
      send({ method: 'POST', path: `/contacts/${place(id)}/evidence` }, options),
    /**
     * What the business has set up, as one versioned file: no contacts, no people, no secrets.
     * Scope: `settings:read`.
     */
    exportBusinessFile: (options?: CallOptions): Promise<BusinessFileReply> =>
      send({ method: 'GET', path: '/business-file' }, options),
    /**
     * Compare a file with this business: new, different and same parts. Changes nothing.
     * Scope: `settings:read`.
     */
    compareBusinessFile: (body: CompareBusinessFile, options?: CallOptions): Promise<BusinessFileComparison> =>
      send({ method: 'POST', path: '/business-file/compare', body }, options),
    /**
     * Bring in the new parts of a file, as drafts. Nothing is published or sent, and nothing is overwritten.
     * Scope: `settings:write`.
     */
    importBusinessFile: (body: BringInBusinessFile, options?: CallOptions): Promise<BusinessFileBroughtIn> =>
      send({ method: 'POST', path: '/business-file/import', body }, options),
    /**
     * The custom fields of the business’s contacts.
     * Scope: `contacts:read`.
     */
    listCustomFields: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "name" | "kind" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<CustomFieldList> =>
      send({ method: 'GET', path: '/custom-fields', query }, options),
    /**
     * A field that contacts may have from now on.
     * Scope: `contacts:write`.
     */
    createCustomField: (body: CreateCustomField, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/custom-fields', body }, options),
    /**
     * Another name or other choices. What contacts hold stays.
     * Scope: `contacts:write`.
     */
    updateCustomField: (id: string, body: UpdateCustomField, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/custom-fields/${place(id)}`, body }, options),
    /**
     * Show and ask for a field no more.
     * Scope: `contacts:write`.
     */
    deleteCustomField: (id: string, query?: { even_if_used?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/custom-fields/${place(id)}`, query }, options),
    /**
     * Words that the business says often, by name.
     * Scope: `messages:read`.
     */
    listSnippets: (options?: CallOptions): Promise<Snippets> =>
      send({ method: 'GET', path: '/livechat/snippets' }, options),
    /**
     * Keep words for the next time.
     * Scope: `messages:write`.
     */
    createSnippet: (body: WriteSnippet, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/livechat/snippets', body }, options),
    /**
     * Another name or other words.
     * Scope: `messages:write`.
     */
    updateSnippet: (id: string, body: WriteSnippet, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/livechat/snippets/${place(id)}`, body }, options),
    /**
     * Delete a snippet. Messages sent with it stay.
     * Scope: `messages:write`.
     */
    deleteSnippet: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/livechat/snippets/${place(id)}` }, options),
    /**
     * Who gets nothing, by no channel, and joins nothing.
     * Scope: `settings:read`.
     */
    listBlacklist: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "value" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; kind?: "phone" | "email" | "domain" | "" }, options?: CallOptions): Promise<ListingList> =>
      send({ method: 'GET', path: '/blacklists', query }, options),
    /**
     * Put numbers, email addresses and domains on the blacklist.
     * Scope: `settings:write`.
     */
    addToBlacklist: (body: AddListings, options?: CallOptions): Promise<ListingsAdded> =>
      send({ method: 'POST', path: '/blacklists', body }, options),
    /**
     * Another note, or another value in place of this one.
     * Scope: `settings:write`.
     */
    updateBlacklistEntry: (id: string, body: ChangeListing, options?: CallOptions): Promise<Created> =>
      send({ method: 'PUT', path: `/blacklists/${place(id)}`, body }, options),
    /**
     * Take an entry off the blacklist.
     * Scope: `settings:write`.
     */
    removeFromBlacklist: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/blacklists/${place(id)}` }, options),
    /**
     * Contacts that never count as duplicates or spam.
     * Scope: `settings:read`.
     */
    listWhitelist: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "value" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; kind?: "phone" | "email" | "domain" | "" }, options?: CallOptions): Promise<ListingList> =>
      send({ method: 'GET', path: '/whitelists', query }, options),
    /**
     * Put numbers, email addresses and domains on the whitelist.
     * Scope: `settings:write`.
     */
    addToWhitelist: (body: AddListings, options?: CallOptions): Promise<ListingsAdded> =>
      send({ method: 'POST', path: '/whitelists', body }, options),
    /**
     * Another note, or another value in place of this one.
     * Scope: `settings:write`.
     */
    updateWhitelistEntry: (id: string, body: ChangeListing, options?: CallOptions): Promise<Created> =>
      send({ method: 'PUT', path: `/whitelists/${place(id)}`, body }, options),
    /**
     * Take an entry off the whitelist.
     * Scope: `settings:write`.
     */
    removeFromWhitelist: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/whitelists/${place(id)}` }, options),
    /**
     * The segments of the business by name, with their counts.
     * Scope: `contacts:read`.
     */
    listSegments: (options?: CallOptions): Promise<SegmentList> =>
      send({ method: 'GET', path: '/segments' }, options),
    /**
     * Save a filter as a segment. Its members follow the contacts.
     * Scope: `contacts:write`.
     */
    createSegment: (body: SegmentForm, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/segments', body }, options),
    /**
     * Another name or another filter.
     * Scope: `contacts:write`.
     */
    updateSegment: (id: string, body: SegmentForm, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/segments/${place(id)}`, body }, options),
    /**
     * Delete a segment that no other is made of. Its contacts stay.
     * Scope: `contacts:write`.
     */
    deleteSegment: (id: string, query?: { even_if_used?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/segments/${place(id)}`, query }, options),
    /**
     * How many contacts a filter means.
     * Scope: `contacts:read`.
     */
    countFilter: (body: FilterToCount, options?: CallOptions): Promise<FilterCount> =>
      send({ method: 'POST', path: '/segments/count', body }, options),
    /**
     * What automations that are on, scheduled broadcasts and segments use: campaigns, custom fields, email templates, segments, webhooks, uploads and broadcasts.
     * Scope: `campaigns:read`.
     */
    listUses: (options?: CallOptions): Promise<UsedList> =>
      send({ method: 'GET', path: '/uses' }, options),
    /**
     * How many contacts an action on many would touch.
     * Scope: `contacts:read`.
     */
    countBulk: (body: BulkWhose, options?: CallOptions): Promise<BulkCount> =>
      send({ method: 'POST', path: '/contacts/bulk-count', body }, options),
    /**
     * Add or remove keywords for many contacts. This opts no one in.
     * Scope: `contacts:write`.
     */
    bulkAssignKeywords: (body: BulkKeywords, options?: CallOptions): Promise<BulkStarted> =>
      send({ method: 'PUT', path: '/contacts/bulk-assign-keywords', body }, options),
    /**
     * Give many contacts tags, or take them away.
     * Scope: `contacts:write`.
     */
    bulkTags: (body: BulkTags, options?: CallOptions): Promise<BulkStarted> =>
      send({ method: 'PUT', path: '/contacts/bulk-tags', body }, options),
    /**
     * Opt many contacts out. Only they themselves can end that.
     * Scope: `contacts:write`.
     */
    bulkOptOut: (body: BulkOptOut, options?: CallOptions): Promise<BulkStarted> =>
      send({ method: 'POST', path: '/contacts/bulk-opt-out', body }, options),
    /**
     * Erase many people: everything personal goes for good, what proves consent and objection stays. It cannot be undone.
     * Scope: `contacts:write`.
     */
    bulkRemove: (body: BulkWhose, options?: CallOptions): Promise<BulkStarted> =>
      send({ method: 'DELETE', path: '/contacts/bulk-remove', body }, options),
    /**
     * A bulk action, and its progress.
     * Scope: `contacts:read`.
     */
    listBulk: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<BulkActionList> =>
      send({ method: 'GET', path: '/contacts/bulk', query }, options),
    /**
     * How far an action on many contacts has come.
     * Scope: `contacts:read`.
     */
    getBulk: (id: string, options?: CallOptions): Promise<BulkActionReply> =>
      send({ method: 'GET', path: `/contacts/bulk/${place(id)}` }, options),
    /**
     * Stop a bulk action. Finished changes stay.
     * Scope: `contacts:write`.
     */
    cancelBulk: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/contacts/bulk/${place(id)}/cancel` }, options),
    /**
     * The contacts as a file (format: csv or xlsx), narrowed as the list is; columns with commas, default: all.
     * Scope: `exports:read`.
     */
    exportContacts: (query?: { format?: "csv" | "xlsx"; columns?: string | string[]; search?: string; status?: "subscribed" | "optedOut" | "unknown" | "active" | ""; keywords?: string | string[]; tags?: string | string[]; opt_out?: "0" | "1" | "true" | "false"; filter?: string; segment_id?: string | ""; cursor?: string; exact?: "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Blob> =>
      send({ method: 'GET', path: '/contacts/export', query, download: true }, options),
    /**
     * An address for a browser to take contacts along from: those of contact_ids, or all that filters match.
     * Scope: `exports:write`.
     */
    linkContactExport: (body: ContactExportForm, options?: CallOptions): Promise<ExportLink> =>
      send({ method: 'POST', path: '/contacts/export', body }, options),
    /**
     * The recipients of a broadcast as a file: what became of each, why, when, and what they did.
     * Scope: `exports:read`.
     */
    exportRecipients: (id: string, query?: { format?: "csv" | "xlsx"; search?: string; status?: "waiting" | "held" | "sent" | "delivered" | "undelivered" | "suppressed" | "stopped" | "expired" | ""; did?: "clicked" | "replied" | "redeemed" | "opted-out" | ""; reason?: string | string[]; time_range?: string; moment?: "sent" | "delivered" | "failed" }, options?: CallOptions): Promise<Blob> =>
      send({ method: 'GET', path: `/broadcasts/${place(id)}/recipients/export`, query, download: true }, options),
    /**
     * An address for a browser to take the recipients of a broadcast along from.
     * Scope: `exports:write`.
     */
    linkRecipientExport: (id: string, body?: RecipientExportForm, options?: CallOptions): Promise<ExportLink> =>
      send({ method: 'POST', path: `/broadcasts/${place(id)}/recipients/export`, body }, options),
    /**
     * The coupons that people hold and have used as a file, narrowed as the list is.
     * Scope: `exports:read`.
     */
    exportRedemptions: (query?: { format?: "csv" | "xlsx"; search?: string; status?: "open" | "redeemed" | "expired" | "revoked" | ""; coupon_id?: string | ""; contact_id?: string | ""; till_id?: string | ""; date_range?: string }, options?: CallOptions): Promise<Blob> =>
      send({ method: 'GET', path: '/redemptions/export', query, download: true }, options),
    /**
     * An address for a browser to take coupons along from: those that the filters of the list match.
     * Scope: `exports:write`.
     */
    linkRedemptionExport: (body?: RedemptionExportForm, options?: CallOptions): Promise<ExportLink> =>
      send({ method: 'POST', path: '/redemptions/export', body }, options),
    /**
     * The texts of a conversation as a file, the oldest first. Internal notes are not among them.
     * Scope: `exports:read`.
     */
    exportMessages: (id: string, query?: { format?: "csv" | "xlsx" }, options?: CallOptions): Promise<Blob> =>
      send({ method: 'GET', path: `/livechat/${place(id)}/export`, query, download: true }, options),
    /**
     * An address for a browser to take the texts of a conversation along from.
     * Scope: `exports:write`.
     */
    linkMessageExport: (id: string, body?: MessageExportForm, options?: CallOptions): Promise<ExportLink> =>
      send({ method: 'POST', path: `/livechat/${place(id)}/export`, body }, options),
    /**
     * Who voted for what as a file, with what was taken out of the count.
     * Scope: `exports:read`.
     */
    exportBallots: (id: string, query?: { format?: "csv" | "xlsx" }, options?: CallOptions): Promise<Blob> =>
      send({ method: 'GET', path: `/landings/${place(id)}/ballots/export`, query, download: true }, options),
    /**
     * An address for a browser to take the votes of a page along from.
     * Scope: `exports:write`.
     */
    linkBallotExport: (id: string, body?: BallotExportForm, options?: CallOptions): Promise<ExportLink> =>
      send({ method: 'POST', path: `/landings/${place(id)}/ballots/export`, body }, options),
    /**
     * What people have sent by the form of a page as a file, with their answers to its own questions.
     * Scope: `exports:read`.
     */
    exportSubmissions: (id: string, query?: { format?: "csv" | "xlsx" }, options?: CallOptions): Promise<Blob> =>
      send({ method: 'GET', path: `/landings/${place(id)}/submissions/export`, query, download: true }, options),
    /**
     * An address for a browser to take the entries of a page along from.
     * Scope: `exports:write`.
     */
    linkSubmissionExport: (id: string, body?: SubmissionExportForm, options?: CallOptions): Promise<ExportLink> =>
      send({ method: 'POST', path: `/landings/${place(id)}/submissions/export`, body }, options),
    /**
     * Designs to use again: the business’s own, and those that its agency offers.
     * Scope: `broadcasts:read`.
     */
    listEmailTemplates: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "name" | "created_at" | "updated_at" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; kind?: "mail" | "section" | ""; owner?: "business" | "agency" | "" }, options?: CallOptions): Promise<EmailTemplateList> =>
      send({ method: 'GET', path: '/email-templates', query }, options),
    /**
     * Keep a design, or one section of one, to use it again.
     * Scope: `broadcasts:write`.
     */
    createEmailTemplate: (body: CreateEmailTemplate, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/email-templates', body }, options),
    /**
     * A template with its design.
     * Scope: `broadcasts:read`.
     */
    getEmailTemplate: (id: string, options?: CallOptions): Promise<EmailTemplateReply> =>
      send({ method: 'GET', path: `/email-templates/${place(id)}` }, options),
    /**
     * Save what has changed of a template: its name, its subject, and the parts of its design that did.
     * Scope: `broadcasts:write`.
     */
    updateEmailTemplate: (id: string, body?: UpdateEmailTemplate, options?: CallOptions): Promise<SavedTemplate> =>
      send({ method: 'PUT', path: `/email-templates/${place(id)}`, body }, options),
    /**
     * Withdraw a template. Copies made from it stay.
     * Scope: `broadcasts:write`.
     */
    deleteEmailTemplate: (id: string, query?: { even_if_used?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/email-templates/${place(id)}`, query }, options),
    /**
     * A copy of one’s own of a template.
     * Scope: `broadcasts:write`.
     */
    duplicateEmailTemplate: (id: string, body?: DuplicateEmailTemplate, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: `/email-templates/${place(id)}/duplicate`, body }, options),
    /**
     * A design as an email program gets it, merged for one contact.
     * Scope: `broadcasts:write`.
     */
    previewEmailDesign: (body: PreviewEmail, options?: CallOptions): Promise<EmailPreview> =>
      send({ method: 'POST', path: '/email-designs/preview', body }, options),
    /**
     * Send a design to one address, as a contact would get it. Its subject is numbered.
     * Scope: `broadcasts:send`.
     */
    sendTestEmail: (body: SendTestEmail, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: '/businesses/send-test-email', body }, options),
    /**
     * The coupons that people hold; filters: coupon_id (the campaign), contact_id, till_id, status, date_range (issued then; with a status redeemed then, or expiring then).
     * Scope: `redemptions:read`.
     */
    listRedemptions: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "redeemed_at" | "expires_at" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "open" | "redeemed" | "expired" | "revoked" | ""; coupon_id?: string | ""; contact_id?: string | ""; till_id?: string | ""; date_range?: string }, options?: CallOptions): Promise<RedemptionList> =>
      send({ method: 'GET', path: '/redemptions', query }, options),
    /**
     * Give a contact a coupon of a campaign by hand. A contact that has one keeps it.
     * Scope: `redemptions:write`.
     */
    issueCoupon: (body: IssueCoupon, options?: CallOptions): Promise<RedemptionReply> =>
      send({ method: 'POST', path: '/redemptions', body }, options),
    /**
     * What each campaign owed at the end of a day of the business’s zone; figures of all coupons as they stand now.
     * Scope: `redemptions:read`.
     */
    getCouponLiability: (query?: { date?: string; coupon_id?: Uuid }, options?: CallOptions): Promise<CouponLiability> =>
      send({ method: 'GET', path: '/redemptions/liability', query }, options),
    /**
     * Redeem a coupon, take its redemption back, or let it expire at another time.
     * Scope: `redemptions:write`.
     */
    updateRedemption: (id: string, body: UpdateRedemption, options?: CallOptions): Promise<RedemptionReply> =>
      send({ method: 'PUT', path: `/redemptions/${place(id)}`, body }, options),
    /**
     * Withdraw a coupon: it can’t be redeemed anymore.
     * Scope: `redemptions:write`.
     */
    revokeRedemption: (id: string, options?: CallOptions): Promise<RedemptionReply> =>
      send({ method: 'DELETE', path: `/redemptions/${place(id)}` }, options),
    /**
     * Whether a shared code is free in this business, or a free one.
     * Scope: `redemptions:write`.
     */
    checkStaticCode: (uniqueId: string, body?: CheckStaticCode, options?: CallOptions): Promise<StaticCodeCheck> =>
      send({ method: 'POST', path: `/coupons/${place(uniqueId)}/static-code`, body }, options),
    /**
     * The devices on which coupons are taken, each with the link that makes a device that till.
     * Scope: `settings:read`.
     */
    listTills: (options?: CallOptions): Promise<TillList> =>
      send({ method: 'GET', path: '/tills' }, options),
    /**
     * How many a draft would go to, and who is left out, and why.
     * Scope: `broadcasts:read`.
     */
    countBroadcastAudience: (body: AudienceQuestion, options?: CallOptions): Promise<AudienceFunnel> =>
      send({ method: 'POST', path: '/broadcasts/audience', body }, options),
    /**
     * A few recipients of a draft, with what its merge fields become for them.
     * Scope: `broadcasts:read`.
     */
    sampleBroadcastAudience: (body: SampleQuestion, options?: CallOptions): Promise<SampleContacts> =>
      send({ method: 'POST', path: '/broadcasts/samples', body }, options),
    /**
     * The segments and the cost of a draft, against what is left of the month, and how long it takes.
     * Scope: `broadcasts:read`.
     */
    getMessageCredit: (body: CreditQuestion, options?: CallOptions): Promise<MessageCredit> =>
      send({ method: 'POST', path: '/broadcasts/message-credit', body }, options),
    /**
     * Send a draft’s words to up to five numbers or addresses. Counts as usage, not in any report.
     * Scope: `broadcasts:send`.
     */
    testBroadcast: (body: TestBroadcast, options?: CallOptions): Promise<TestReply> =>
      send({ method: 'POST', path: '/broadcasts/test', body }, options),
    /**
     * A new draft.
     * Scope: `broadcasts:write`.
     */
    createBroadcast: (body: CreateBroadcast, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'POST', path: '/broadcasts', body }, options),
    /**
     * The broadcasts with what became of them; filters: status, type.
     * Scope: `broadcasts:read`.
     */
    listBroadcasts: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "name" | "status" | "start_at" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "draft" | "approval" | "scheduled" | "running" | "paused" | "stopped" | "completed" | ""; type?: "sms" | "mms" | "email" | ""; ids?: string | string[] }, options?: CallOptions): Promise<BroadcastList> =>
      send({ method: 'GET', path: '/broadcasts', query }, options),
    /**
     * A new draft with everything that another one has.
     * Scope: `broadcasts:write`.
     */
    duplicateBroadcast: (id: string, body: DuplicateBroadcast, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'POST', path: `/broadcasts/${place(id)}/duplicate`, body }, options),
    /**
     * A new draft to recipients of a sent broadcast: to those it didn’t reach, unless others are chosen.
     * Scope: `broadcasts:send`.
     */
    resendBroadcast: (id: string, body: ResendBroadcast, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'POST', path: `/broadcasts/${place(id)}/resend`, body }, options),
    /**
     * A new draft to those who were left out because they had been written to shortly before.
     * Scope: `broadcasts:send`.
     */
    sendToSkipped: (id: string, body: DuplicateBroadcast, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'POST', path: `/broadcasts/${place(id)}/skipped`, body }, options),
    /**
     * Change a draft. Omitted fields stay; `revision`: the one the form was opened on, or null to overwrite.
     * Scope: `broadcasts:write`.
     */
    updateBroadcast: (id: string, body: UpdateBroadcast, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'PUT', path: `/broadcasts/${place(id)}`, body }, options),
    /**
     * Delete a draft, or put one that is over out of the list; its report stays.
     * Scope: `broadcasts:write`.
     */
    deleteBroadcast: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/broadcasts/${place(id)}` }, options),
    /**
     * A broadcast as it is set up, and how it stands.
     * Scope: `broadcasts:read`.
     */
    getBroadcast: (id: string, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'GET', path: `/broadcasts/${place(id)}` }, options),
    /**
     * Send it when its schedule says; above the size that the agency sets it waits for approval.
     * Scope: `broadcasts:send`.
     */
    scheduleBroadcast: (id: string, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'POST', path: `/broadcasts/${place(id)}/schedule` }, options),
    /**
     * Back to a draft.
     * Scope: `broadcasts:write`.
     */
    unscheduleBroadcast: (id: string, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'POST', path: `/broadcasts/${place(id)}/unschedule` }, options),
    /**
     * Pause a broadcast: no one else is sent to for now.
     * Scope: `broadcasts:write`.
     */
    pauseBroadcast: (id: string, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'POST', path: `/broadcasts/${place(id)}/pause` }, options),
    /**
     * Go on where it was. What stands still since too many emails come back goes on for who has `seen` the figures (`mail.business` of its report): 409 without them, and where they have grown since.
     * Scope: `broadcasts:send`.
     */
    resumeBroadcast: (id: string, body?: ResumeBroadcast, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'POST', path: `/broadcasts/${place(id)}/resume`, body }, options),
    /**
     * Cancel for good: the remaining recipients get nothing.
     * Scope: `broadcasts:write`.
     */
    stopBroadcast: (id: string, options?: CallOptions): Promise<BroadcastReply> =>
      send({ method: 'PUT', path: `/broadcasts/${place(id)}/stop` }, options),
    /**
     * Results by recipient: what happened, why, when, and what they did.
     * Scope: `broadcasts:read`.
     */
    getSentStats: (id: string, options?: CallOptions): Promise<SentStatsReply> =>
      send({ method: 'GET', path: `/broadcasts/${place(id)}/sent-stats` }, options),
    /**
     * The coupons that recipients redeemed within five days of it, the latest first.
     * Scope: `broadcasts:read`.
     */
    listBroadcastRedemptions: (id: string, query?: { page?: number; per_page?: number }, options?: CallOptions): Promise<BroadcastRedemptionList> =>
      send({ method: 'GET', path: `/broadcasts/${place(id)}/redemptions`, query }, options),
    /**
     * All recipients with their results; filters: status, did, reason (words of the statistics or carrier codes). Pages follow one another by `after`.
     * Scope: `broadcasts:read`.
     */
    listRecipients: (id: string, query?: { search?: string; status?: "waiting" | "held" | "sent" | "delivered" | "undelivered" | "suppressed" | "stopped" | "expired" | ""; did?: "clicked" | "replied" | "redeemed" | "opted-out" | ""; reason?: string | string[]; time_range?: string; moment?: "sent" | "delivered" | "failed"; after?: number; per_page?: number }, options?: CallOptions): Promise<RecipientPage> =>
      send({ method: 'GET', path: `/broadcasts/${place(id)}/recipients`, query }, options),
    /**
     * The business’s campaigns, sorted, searched by name, keyword and number; `status` is `active` (the default: all not archived), `live`, `waiting` or `archived`.
     * Scope: `campaigns:read`.
     */
    listCampaigns: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "name" | "keyword" | "type" | "members" | "opt_ins" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "active" | "live" | "waiting" | "archived" | ""; type?: string | string[] }, options?: CallOptions): Promise<CampaignList> =>
      send({ method: 'GET', path: '/campaigns', query }, options),
    /**
     * Make a campaign of any type, with its page. Its keyword is claimed on the business’s number.
     * Scope: `campaigns:write`.
     */
    createCampaign: (body: CreateCampaign, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/campaigns', body }, options),
    /**
     * Campaigns under their other name, sorted, searched by name, keyword and number; `status` is `active` (the default: all not archived).
     * Scope: `campaigns:read`.
     */
    listCoupons: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "name" | "keyword" | "type" | "members" | "opt_ins" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "active" | "live" | "waiting" | "archived" | ""; type?: string | string[] }, options?: CallOptions): Promise<CampaignList> =>
      send({ method: 'GET', path: '/coupons', query }, options),
    /**
     * A campaign with its offer, settings and the draft of its page.
     * Scope: `campaigns:read`.
     */
    getCampaign: (id: string, options?: CallOptions): Promise<CampaignReply> =>
      send({ method: 'GET', path: `/campaigns/${place(id)}` }, options),
    /**
     * Change what is given of a campaign; `status` archives or restores it.
     * Scope: `campaigns:write`.
     */
    updateCampaign: (id: string, body?: UpdateCampaign, options?: CallOptions): Promise<Saved> =>
      send({ method: 'PUT', path: `/campaigns/${place(id)}`, body }, options),
    /**
     * Archive a campaign: its keyword is free at once, its page says that it has ended, its coupons stay good.
     * Scope: `campaigns:write`.
     */
    archiveCampaign: (id: string, query?: { even_if_used?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/campaigns/${place(id)}`, query }, options),
    /**
     * Members and opt-ins of all campaigns, and the one that brought most in the last seven days.
     * Scope: `campaigns:read`.
     */
    getCouponStats: (options?: CallOptions): Promise<CampaignStats> =>
      send({ method: 'GET', path: '/coupons/stats' }, options),
    /**
     * The keywords to choose from; with `is_sample`, ones to start with that are still free, under no id.
     * Scope: `campaigns:read`.
     */
    listCouponKeywords: (query?: { is_sample?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<CampaignKeywords> =>
      send({ method: 'GET', path: '/coupons/keywords', query }, options),
    /**
     * A campaign with its offer, settings and sections.
     * Scope: `campaigns:read`.
     */
    getCoupon: (id: string, options?: CallOptions): Promise<CampaignReply> =>
      send({ method: 'GET', path: `/coupons/${place(id)}` }, options),
    /**
     * Change what is given of a campaign.
     * Scope: `campaigns:write`.
     */
    updateCoupon: (id: string, body?: UpdateCampaign, options?: CallOptions): Promise<Saved> =>
      send({ method: 'PUT', path: `/coupons/${place(id)}`, body }, options),
    /**
     * Archive a campaign.
     * Scope: `campaigns:write`.
     */
    archiveCoupon: (id: string, query?: { even_if_used?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/coupons/${place(id)}`, query }, options),
    /**
     * Change a campaign’s settings and who is told of a new member.
     * Scope: `campaigns:write`.
     */
    updateCouponSettings: (id: string, body?: UpdateCampaignSettings, options?: CallOptions): Promise<Saved> =>
      send({ method: 'PUT', path: `/coupons/${place(id)}/update-setting`, body }, options),
    /**
     * The id by which another business can take a copy of the campaign.
     * Scope: `campaigns:read`.
     */
    getCouponUniqueId: (id: string, options?: CallOptions): Promise<UniqueIdReply> =>
      send({ method: 'GET', path: `/coupons/${place(id)}/unique-id` }, options),
    /**
     * What shows the page on another site: a frame, or a popup’s script.
     * Scope: `campaigns:read`.
     */
    getCouponScript: (id: string, options?: CallOptions): Promise<CampaignScript> =>
      send({ method: 'GET', path: `/coupons/${place(id)}/script` }, options),
    /**
     * Copy a campaign with its page and offer. Members, coupons and votes stay where they are.
     * Scope: `campaigns:write`.
     */
    duplicateCoupon: (id: string, body: CopyCampaign, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: `/coupons/${place(id)}/duplicate`, body }, options),
    /**
     * Copy another business’s campaign. `{id}` is the unique id that it was shared with.
     * Scope: `campaigns:write`.
     */
    cloneCoupon: (id: string, body: CopyCampaign, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: `/coupons/${place(id)}/clone`, body }, options),
    /**
     * Send the link of the page to an address.
     * Scope: `campaigns:write`.
     */
    emailCoupon: (id: string, body: EmailCampaign, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/coupons/${place(id)}/send-email`, body }, options),
    /**
     * Send yourself what new members or your people would get, with a made-up member.
     * Scope: `campaigns:write`.
     */
    testCouponNotification: (id: string, body: TestNotification, options?: CallOptions): Promise<TestReply> =>
      send({ method: 'POST', path: `/coupons/${place(id)}/test-notification`, body }, options),
    /**
     * Upload a picture for pages, as the only file of a form. It is encoded again.
     * Scope: `campaigns:write`.
     */
    uploadCouponImage: (file: Blob, options?: CallOptions): Promise<ImageReply> =>
      send({ method: 'POST', path: '/coupons/upload-image', file }, options),
    /**
     * Campaigns with a page of their own (landing, vote, loop), sorted, searched by name, keyword and number; `status` is `active` (the default: all not archived).
     * Scope: `campaigns:read`.
     */
    listLandings: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "name" | "keyword" | "type" | "members" | "opt_ins" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "active" | "live" | "waiting" | "archived" | ""; type?: string | string[] }, options?: CallOptions): Promise<CampaignList> =>
      send({ method: 'GET', path: '/landings', query }, options),
    /**
     * Make a page, with a campaign for those who join on it.
     * Scope: `campaigns:write`.
     */
    createLanding: (body: CreateLanding, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/landings', body }, options),
    /**
     * A page as it is built, with what is live and what happened to it.
     * Scope: `campaigns:read`.
     */
    getLanding: (id: string, query?: { version?: number }, options?: CallOptions): Promise<LandingReply> =>
      send({ method: 'GET', path: `/landings/${place(id)}`, query }, options),
    /**
     * Save changed sections of the draft; publish it, take it down, or bring an earlier version back.
     * Scope: `campaigns:write`.
     */
    updateLanding: (id: string, body?: UpdateLanding, options?: CallOptions): Promise<SavedLanding> =>
      send({ method: 'PUT', path: `/landings/${place(id)}`, body }, options),
    /**
     * Archive a page with its campaign.
     * Scope: `campaigns:write`.
     */
    archiveLanding: (id: string, query?: { even_if_used?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/landings/${place(id)}`, query }, options),
    /**
     * What a campaign’s page brought in a period of days: visitors, entries, and from where.
     * Scope: `campaigns:read`.
     */
    getCouponFigures: (id: string, query?: { date_range?: string }, options?: CallOptions): Promise<PageFigures> =>
      send({ method: 'GET', path: `/coupons/${place(id)}/stats`, query }, options),
    /**
     * The same as GET /coupons/{id}/stats.
     * Scope: `campaigns:read`.
     */
    getLandingFigures: (id: string, query?: { date_range?: string }, options?: CallOptions): Promise<PageFigures> =>
      send({ method: 'GET', path: `/landings/${place(id)}/stats`, query }, options),
    /**
     * The sign-ups of a page in a period of days, the newest first: as many as its statistics count.
     * Scope: `campaigns:read`.
     */
    listPageEntries: (id: string, query?: { page?: number; per_page?: number; date_range?: string }, options?: CallOptions): Promise<PageEntries> =>
      send({ method: 'GET', path: `/landings/${place(id)}/entries`, query }, options),
    /**
     * The published versions of a page, and how those that were compared did.
     * Scope: `campaigns:read`.
     */
    listPageTests: (id: string, options?: CallOptions): Promise<PageTests> =>
      send({ method: 'GET', path: `/landings/${place(id)}/tests` }, options),
    /**
     * Show half of the visitors one published version and half another. One of the two has to be live.
     * Scope: `campaigns:write`.
     */
    startPageTest: (id: string, body: StartPageTest, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: `/landings/${place(id)}/tests`, body }, options),
    /**
     * End an A/B test: from now on everyone sees the winner.
     * Scope: `campaigns:write`.
     */
    endPageTest: (id: string, test: string, body: EndPageTest, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/landings/${place(id)}/tests/${place(test)}`, body }, options),
    /**
     * The keywords of the business, each with the campaign that answers it.
     * Scope: `campaigns:read`.
     */
    listKeywords: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "name" | "keyword" | "type" | "members" | "opt_ins" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "active" | "live" | "waiting" | "archived" | ""; type?: string | string[] }, options?: CallOptions): Promise<KeywordList> =>
      send({ method: 'GET', path: '/keywords', query }, options),
    /**
     * A keyword with a text that answers it.
     * Scope: `campaigns:write`.
     */
    createKeyword: (body: CreateKeyword, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/keywords', body }, options),
    /**
     * Change a keyword. The former one is free at once.
     * Scope: `campaigns:write`.
     */
    changeKeyword: (id: string, body: UpdateKeyword, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/keywords/${place(id)}`, body }, options),
    /**
     * Give a keyword up: its campaign is archived.
     * Scope: `campaigns:write`.
     */
    deleteKeyword: (id: string, query?: { even_if_used?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/keywords/${place(id)}`, query }, options),
    /**
     * Whether a campaign of these keywords has one shared code.
     * Scope: `campaigns:write`.
     */
    haveStaticCoupon: (body: KeywordsAsked, options?: CallOptions): Promise<HaveStaticCoupon> =>
      send({ method: 'POST', path: '/keywords/has-static-coupon', body }, options),
    /**
     * Which features the campaigns of these keywords have.
     * Scope: `campaigns:write`.
     */
    haveFeatures: (body: KeywordsAsked, options?: CallOptions): Promise<HaveFeatures> =>
      send({ method: 'POST', path: '/keywords/has-features', body }, options),
    /**
     * Opt-ins, messages, usage and campaigns over a period of days.
     * Scope: `reports:read`.
     */
    getDashboard: (query?: { date_range?: string }, options?: CallOptions): Promise<Dashboard> =>
      send({ method: 'GET', path: '/businesses/dashboard-reports', query }, options),
    /**
     * Emails sent this month, and what was used in each month of the last year by channel.
     * Scope: `reports:read`.
     */
    getMonthlyUsage: (options?: CallOptions): Promise<MonthlyUsage> =>
      send({ method: 'GET', path: '/businesses/total-email-monthly' }, options),
    /**
     * The reports that the caller can ask for, with their columns, filters and groups.
     * Scope: `reports:read`.
     */
    listReports: (options?: CallOptions): Promise<ReportCatalogue> =>
      send({ method: 'GET', path: '/reports' }, options),
    /**
     * Billing detail records: the lines of the statements of each month, whose amounts add up to theirs. An admin names whose they are.
     * Scope: `billing:read`.
     */
    listBillingDetailRecords: (query?: { page?: number; per_page?: number; agency_id?: string | ""; business_id?: string | ""; channel?: "sms" | "mms" | "email" | "voice" | "number" | "contact" | "registration" | ""; direction?: "out" | "in" | ""; date_range?: string; group_by?: "month" | "business" | "channel" | "direction" | "country" | "carrier_class" | "" }, options?: CallOptions): Promise<BillingDetailRecords> =>
      send({ method: 'GET', path: '/reports/bdr-list', query }, options),
    /**
     * Calls to the numbers of businesses, what became of them, and totals.
     * Scope: `reports:read`.
     */
    listCalls: (query?: { page?: number; per_page?: number; agency_id?: string | ""; business_id?: string | ""; contact_id?: string | ""; number?: string; direction?: "out" | "in" | ""; status?: "ringing" | "answered" | "missed" | ""; reason?: "no-answer" | "busy" | "declined" | "unreachable" | "hung-up" | "not-forwarded" | ""; carrier_id?: string; date_range?: string; group_by?: "day" | "agency" | "business" | "number" | "status" | "reason" | ""; sort_by?: "id" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<CallReport> =>
      send({ method: 'GET', path: '/reports/call-list', query }, options),
    /**
     * Opt-ins to texts and opt-outs, one by one, and totals.
     * Scope: `reports:read`.
     */
    listConsents: (query?: { page?: number; per_page?: number; agency_id?: string | ""; business_id?: string | ""; contact_id?: string | ""; campaign_id?: string | ""; status?: "optedIn" | "optedOut" | ""; source?: "keyword" | "start" | "form" | "import" | "manual" | "demo" | "message" | "screen" | "carrier" | "unsubscribe-page" | ""; date_range?: string; group_by?: "day" | "agency" | "business" | "campaign" | "source" | "status" | ""; cursor?: string; sort_by?: "id" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<ConsentReport> =>
      send({ method: 'GET', path: '/reports/consent-list', query }, options),
    /**
     * Message detail records: a row for each text in and out, with its carrier, its outcome, and totals.
     * Scope: `reports:read`.
     */
    listMessageDetailRecords: (query?: { page?: number; per_page?: number; agency_id?: string | ""; business_id?: string | ""; contact_id?: string | ""; campaign_id?: string | ""; broadcast_id?: string | ""; automation_id?: string | ""; number?: string; channel?: "sms" | "mms" | ""; direction?: "in" | "out" | ""; purpose?: string; carrier?: string; carrier_id?: string; status?: string | string[]; error_code?: string; date_range?: string; by?: "began" | "sent" | "delivered" | "failed"; group_by?: "day" | "agency" | "business" | "campaign" | "broadcast" | "automation" | "number" | "channel" | "direction" | "purpose" | "carrier" | "status" | "error" | ""; cursor?: string; sort_by?: "id" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; prices?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<MessageDetailRecords> =>
      send({ method: 'GET', path: '/reports/mdr-list', query }, options),
    /**
     * Texts with their contact, campaign, broadcast and automation, and totals.
     * Scope: `reports:read`.
     */
    listTexts: (query?: { page?: number; per_page?: number; agency_id?: string | ""; business_id?: string | ""; contact_id?: string | ""; campaign_id?: string | ""; broadcast_id?: string | ""; automation_id?: string | ""; number?: string; channel?: "sms" | "mms" | ""; direction?: "in" | "out" | ""; purpose?: string; carrier?: string; carrier_id?: string; status?: string | string[]; error_code?: string; date_range?: string; by?: "began" | "sent" | "delivered" | "failed"; group_by?: "day" | "agency" | "business" | "campaign" | "broadcast" | "automation" | "number" | "channel" | "direction" | "purpose" | "carrier" | "status" | "error" | ""; cursor?: string; sort_by?: "id" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; prices?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<TextReport> =>
      send({ method: 'GET', path: '/reports/sms-list', query }, options),
    /**
     * One text with every state that it has been in.
     * Scope: `reports:read`.
     */
    getTextHistory: (id: string, options?: CallOptions): Promise<TextHistoryReply> =>
      send({ method: 'GET', path: `/reports/messages/${place(id)}` }, options),
    /**
     * Writes message detail records to a CSV file in the background.
     * Scope: `reports:read`.
     */
    exportMessageDetailRecords: (body?: TextExportForm, options?: CallOptions): Promise<ReportExportReply> =>
      send({ method: 'POST', path: '/reports/mdr-list/exports', body }, options),
    /**
     * Writes texts to a CSV file in the background.
     * Scope: `reports:read`.
     */
    exportTexts: (body?: TextExportForm, options?: CallOptions): Promise<ReportExportReply> =>
      send({ method: 'POST', path: '/reports/sms-list/exports', body }, options),
    /**
     * Writes billing detail records to a CSV file in the background. An admin names whose they are.
     * Scope: `billing:read`.
     */
    exportBillingDetailRecords: (body?: BillingExportForm, options?: CallOptions): Promise<ReportExportReply> =>
      send({ method: 'POST', path: '/reports/bdr-list/exports', body }, options),
    /**
     * Writes calls to a CSV file in the background.
     * Scope: `reports:read`.
     */
    exportCalls: (body?: CallExportForm, options?: CallOptions): Promise<ReportExportReply> =>
      send({ method: 'POST', path: '/reports/call-list/exports', body }, options),
    /**
     * Writes opt-ins and opt-outs to a CSV file in the background.
     * Scope: `reports:read`.
     */
    exportConsents: (body?: ConsentExportForm, options?: CallOptions): Promise<ReportExportReply> =>
      send({ method: 'POST', path: '/reports/consent-list/exports', body }, options),
    /**
     * The caller’s own exports of reports with their progress, the newest first, at most 50.
     * Scope: `reports:read`.
     */
    listReportExports: (options?: CallOptions): Promise<ReportExports> =>
      send({ method: 'GET', path: '/reports/exports' }, options),
    /**
     * An address for a browser to download the file from, for ten minutes. It answers ranges.
     * Scope: `reports:read`.
     */
    linkReportExport: (id: string, options?: CallOptions): Promise<ExportLink> =>
      send({ method: 'POST', path: `/reports/exports/${place(id)}/file` }, options),
    /**
     * Cancels an export, or deletes its file.
     * Scope: `reports:read`.
     */
    deleteReportExport: (id: string, options?: CallOptions): Promise<Done> =>
      send({ method: 'DELETE', path: `/reports/exports/${place(id)}` }, options),
    /**
     * Pictures to choose from for a page, by words of what they show.
     * Scope: `campaigns:read`.
     */
    searchStockPhotos: (query?: { page?: number; per_page?: number; search?: string }, options?: CallOptions): Promise<StockPhotoList> =>
      send({ method: 'GET', path: '/stock-photos', query }, options),
    /**
     * Upload a picture (gif, jpeg, png, webp, avif, svg; at most 5 MB) as the only file of a form. It is encoded again.
     * Scope: `messages:send`.
     */
    uploadImage: (file: Blob, options?: CallOptions): Promise<UploadReply> =>
      send({ method: 'POST', path: '/uploads/image', file }, options),
    /**
     * Upload a file of contacts (CSV or XLSX) as the one file of a form. Nothing is imported by that.
     * Scope: `imports:write`.
     */
    importContacts: (file: Blob, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/contacts/import', file }, options),
    /**
     * The files of contacts of the business, and what they came to.
     * Scope: `imports:read`.
     */
    listContactUploads: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "file_name" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; ids?: string | string[]; business_id?: string | "" }, options?: CallOptions): Promise<ContactUploadList> =>
      send({ method: 'GET', path: '/contacts/uploads', query }, options),
    /**
     * A file with its columns, its rehearsal and its result.
     * Scope: `imports:read`.
     */
    getContactUpload: (id: string, options?: CallOptions): Promise<ContactUploadDetail> =>
      send({ method: 'GET', path: `/contacts/uploads/${place(id)}` }, options),
    /**
     * Delete a file. Its changes stay, and can’t be undone anymore.
     * Scope: `imports:write`.
     */
    deleteContactUpload: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/contacts/uploads/${place(id)}` }, options),
    /**
     * Addresses to download the file and its problems from, for an hour.
     * Scope: `imports:read`.
     */
    getContactUploadToken: (id: string, options?: CallOptions): Promise<UploadToken> =>
      send({ method: 'GET', path: `/contacts/uploads/${place(id)}/token` }, options),
    /**
     * Say what the columns hold, what becomes of them, and who agreed to what. The rehearsal follows.
     * Scope: `imports:write`.
     */
    planUpload: (id: string, body: PlanUpload, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/uploads/${place(id)}/plan`, body }, options),
    /**
     * Say how the file is to be read: separator, row of the column names, sheet. It is read again.
     * Scope: `imports:write`.
     */
    readUpload: (id: string, body?: ReadUpload, options?: CallOptions): Promise<Success> =>
      send({ method: 'PUT', path: `/uploads/${place(id)}/reading`, body }, options),
    /**
     * Import it, under the words that were shown.
     * Scope: `imports:write`.
     */
    startUpload: (id: string, body: StartUpload, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/uploads/${place(id)}/start`, body }, options),
    /**
     * Take back what the import of a file did.
     * Scope: `imports:write`.
     */
    undoUpload: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/uploads/${place(id)}/undo` }, options),
    /**
     * How many could not be let in though they were meant, and why.
     * Scope: `automations:read`.
     */
    getAutomationNotLetIn: (id: string, options?: CallOptions): Promise<AutomationNotLetInAnswer> =>
      send({ method: 'GET', path: `/automations/${place(id)}/not-let-in` }, options),
    /**
     * Retry contacts that could not be enrolled. `count`: how many are retried now; no one is enrolled twice.
     * Scope: `automations:run`.
     */
    tryAutomationAgain: (id: string, options?: CallOptions): Promise<AutomationEnrollmentsRetried> =>
      send({ method: 'POST', path: `/automations/${place(id)}/try-again` }, options),
    /**
     * Make an address that other systems call to start automations, with a secret that is shown this once.
     * Scope: `automations:read`.
     */
    newAutomationWebhook: (options?: CallOptions): Promise<NewAutomationHook> =>
      send({ method: 'GET', path: '/automations/new-webhook' }, options),
    /**
     * The addresses that other systems call to start automations, and when each was called last.
     * Scope: `automations:read`.
     */
    listAutomationWebhooks: (options?: CallOptions): Promise<AutomationHookList> =>
      send({ method: 'GET', path: '/automations/webhooks' }, options),
    /**
     * An address, what was sent to it last, where the contact’s fields stand in that, and its last calls.
     * Scope: `automations:read`.
     */
    getAutomationWebhook: (id: string, options?: CallOptions): Promise<AutomationHookAnswer> =>
      send({ method: 'GET', path: `/automations/webhooks/${place(id)}` }, options),
    /**
     * Say where in what is sent the contact’s fields stand, and what it is called. The sample goes with that.
     * Scope: `automations:write`.
     */
    mapAutomationWebhook: (id: string, body?: AutomationHookChanges, options?: CallOptions): Promise<AutomationHookAnswer> =>
      send({ method: 'PUT', path: `/automations/webhooks/${place(id)}`, body }, options),
    /**
     * Delete an address: calls to it are refused from then on.
     * Scope: `automations:write`.
     */
    deleteAutomationWebhook: (id: string, query?: { even_if_used?: boolean | "0" | "1" | "true" | "false" }, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/automations/webhooks/${place(id)}`, query }, options),
    /**
     * Contacts at each step, and when their first text or email follows under each publishing choice.
     * Scope: `automations:read`.
     */
    getAutomationWaiting: (id: string, options?: CallOptions): Promise<AutomationWaitingList> =>
      send({ method: 'GET', path: `/automations/${place(id)}/waiting` }, options),
    /**
     * What the draft, or a version, would have done with what really happened in the last days. Nothing is sent. Works for about a second; call again with `after` until `next` is null.
     * Scope: `automations:read`.
     */
    rehearseAutomation: (id: string, query?: { days?: number; version?: number; until?: Instant; after?: string }, options?: CallOptions): Promise<AutomationRehearsalAnswer> =>
      send({ method: 'GET', path: `/automations/${place(id)}/rehearsal`, query }, options),
    /**
     * Step by step, what the draft, or a version, would do with one contact who enters now. Nothing is sent and nothing is written.
     * Scope: `automations:read`.
     */
    walkAutomation: (id: string, query: { contact_id: Uuid; version?: number }, options?: CallOptions): Promise<AutomationWalkAnswer> =>
      send({ method: 'GET', path: `/automations/${place(id)}/walk`, query }, options),
    /**
     * The automations that a contact is in and was in: where, since when, until when, and how it ended.
     * Scope: `contacts:read`.
     */
    listContactAutomations: (id: string, query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "started_at" | "until" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "inside" | "due" | "acting" | "put-off" | "waiting" | "ended" | ""; reason?: "completed" | "goal" | "opted-out" | "erased" | "merged" | "archived" | "stopped" | "lapsed" | "by-hand" | "failed" | ""; node?: string | ""; contact_id?: string | "" }, options?: CallOptions): Promise<ContactAutomationList> =>
      send({ method: 'GET', path: `/contacts/${place(id)}/automations`, query }, options),
    /**
     * What would happen if a contact were enrolled in an automation now, or why it can’t be.
     * Scope: `automations:read`.
     */
    previewAutomationStart: (id: string, query: { automationId: Uuid }, options?: CallOptions): Promise<StartAhead> =>
      send({ method: 'GET', path: `/contacts/${place(id)}/start-automation`, query }, options),
    /**
     * Enroll a contact in an automation, from the start. Refused with a reason if it can’t be enrolled.
     * Scope: `automations:run`.
     */
    startAutomation: (id: string, body: WhichAutomation, options?: CallOptions): Promise<AutomationStarted> =>
      send({ method: 'POST', path: `/contacts/${place(id)}/start-automation`, body }, options),
    /**
     * End an automation for one contact. Messages that haven’t gone out never do.
     * Scope: `automations:run`.
     */
    stopAutomation: (id: string, body: WhichAutomation, options?: CallOptions): Promise<Success> =>
      send({ method: 'POST', path: `/contacts/${place(id)}/stop-automation`, body }, options),
    /**
     * Bring many contacts into an automation. `GET /contacts/bulk/{id}` says how far it has come.
     * Scope: `automations:run`.
     */
    bulkStartAutomation: (body: StartForMany, options?: CallOptions): Promise<BulkStarted> =>
      send({ method: 'POST', path: '/contacts/bulk-start-automation', body }, options),
    /**
     * Have those who are at a step go on now, pass it over, or end: some, or all who are there.
     * Scope: `automations:run`.
     */
    handWaitingContacts: (id: string, blockId: string, body: HandWaiting, options?: CallOptions): Promise<Handed> =>
      send({ method: 'POST', path: `/automations/${place(id)}/wait-contacts/${place(blockId)}`, body }, options),
    /**
     * Contacts at a step, and how long they wait there.
     * Scope: `automations:read`.
     */
    listWaitingContacts: (id: string, blockId: string, query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "started_at" | "until" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "inside" | "due" | "acting" | "put-off" | "waiting" | "ended" | ""; reason?: "completed" | "goal" | "opted-out" | "erased" | "merged" | "archived" | "stopped" | "lapsed" | "by-hand" | "failed" | ""; node?: string | ""; contact_id?: string | "" }, options?: CallOptions): Promise<AutomationRunList> =>
      send({ method: 'GET', path: `/automations/${place(id)}/wait-contacts/${place(blockId)}`, query }, options),
    /**
     * The automations that contacts can be brought into now, by name.
     * Scope: `automations:read`.
     */
    listStartableAutomations: (options?: CallOptions): Promise<AutomationChoices> =>
      send({ method: 'GET', path: '/automations/all' }, options),
    /**
     * The automations of the business, with who came in, is inside and reached the goal.
     * Scope: `automations:read`.
     */
    listAutomations: (query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "created_at" | "name" | "status" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "draft" | "on" | "off" | "" }, options?: CallOptions): Promise<AutomationList> =>
      send({ method: 'GET', path: '/automations', query }, options),
    /**
     * A new automation: empty, from a template, or as it is given.
     * Scope: `automations:write`.
     */
    createAutomation: (body: NewAutomation, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: '/automations', body }, options),
    /**
     * What a new automation can start from.
     * Scope: `automations:read`.
     */
    listAutomationTemplates: (options?: CallOptions): Promise<AutomationTemplateList> =>
      send({ method: 'GET', path: '/automations/templates' }, options),
    /**
     * The draft, the published version, what blocks publishing, and the contacts at each step.
     * Scope: `automations:read`.
     */
    getAutomation: (id: string, options?: CallOptions): Promise<AutomationAnswer> =>
      send({ method: 'GET', path: `/automations/${place(id)}` }, options),
    /**
     * Save changes and publish. Changes others made to other steps in the meantime are kept.
     * Scope: `automations:write`.
     */
    updateAutomation: (id: string, body: AutomationChanges, options?: CallOptions): Promise<AutomationAnswer> =>
      send({ method: 'POST', path: `/automations/${place(id)}`, body }, options),
    /**
     * Delete it. It ends for everyone enrolled.
     * Scope: `automations:write`.
     */
    deleteAutomation: (id: string, options?: CallOptions): Promise<Success> =>
      send({ method: 'DELETE', path: `/automations/${place(id)}` }, options),
    /**
     * An id by which another business can take a copy: without contacts, numbers, addresses or secrets.
     * Scope: `automations:read`.
     */
    getAutomationUniqueId: (id: string, options?: CallOptions): Promise<AutomationUniqueId> =>
      send({ method: 'GET', path: `/automations/${place(id)}/unique-id` }, options),
    /**
     * Take a copy of another business’s automation. `{id}` is the unique id that it was shared with.
     * Scope: `automations:write`.
     */
    cloneAutomation: (id: string, body?: CloneAutomation, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: `/automations/${place(id)}/clone`, body }, options),
    /**
     * Duplicate its draft, with no one enrolled yet.
     * Scope: `automations:write`.
     */
    duplicateAutomation: (id: string, body: DuplicateAutomation, options?: CallOptions): Promise<Created> =>
      send({ method: 'POST', path: `/automations/${place(id)}/duplicate`, body }, options),
    /**
     * Recalculate all waits from the published version, with today’s days, zones and times.
     * Scope: `automations:run`.
     */
    refreshAutomation: (id: string, options?: CallOptions): Promise<AutomationAnswer> =>
      send({ method: 'POST', path: `/automations/${place(id)}/refresh` }, options),
    /**
     * Turn it off (no new enrollments, nothing starts, waiting contacts stay), or on again.
     * Scope: `automations:write`.
     */
    switchAutomation: (id: string, body: SwitchAutomation, options?: CallOptions): Promise<AutomationAnswer> =>
      send({ method: 'POST', path: `/automations/${place(id)}/switch`, body }, options),
    /**
     * All versions that were published, the newest first.
     * Scope: `automations:read`.
     */
    listAutomationVersions: (id: string, options?: CallOptions): Promise<AutomationVersionList> =>
      send({ method: 'GET', path: `/automations/${place(id)}/versions` }, options),
    /**
     * A version as it was published, and its counters.
     * Scope: `automations:read`.
     */
    getAutomationVersion: (id: string, version: number, options?: CallOptions): Promise<AutomationVersionAnswer> =>
      send({ method: 'GET', path: `/automations/${place(id)}/versions/${place(version)}` }, options),
    /**
     * Other automations that may text the same contact for the same cause within minutes of what is drawn here, and circles in which automations start each other, or this one itself.
     * Scope: `automations:read`.
     */
    getAutomationOverlaps: (id: string, options?: CallOptions): Promise<AutomationOverlapList> =>
      send({ method: 'GET', path: `/automations/${place(id)}/overlaps` }, options),
    /**
     * Who goes through it, or went: where they are, since when, until when, and how it ended.
     * Scope: `automations:read`.
     */
    listAutomationRuns: (id: string, query?: { page?: number; per_page?: number; search?: string; sort_by?: "id" | "started_at" | "until" | ""; sort_desc?: boolean | "0" | "1" | "true" | "false"; status?: "inside" | "due" | "acting" | "put-off" | "waiting" | "ended" | ""; reason?: "completed" | "goal" | "opted-out" | "erased" | "merged" | "archived" | "stopped" | "lapsed" | "by-hand" | "failed" | ""; node?: string | ""; contact_id?: string | "" }, options?: CallOptions): Promise<AutomationRunList> =>
      send({ method: 'GET', path: `/automations/${place(id)}/runs`, query }, options),
    /**
     * The path of one contact, step by step: the inputs, the decision, the result.
     * Scope: `automations:read`.
     */
    getAutomationRun: (id: string, runId: string, options?: CallOptions): Promise<AutomationRunAnswer> =>
      send({ method: 'GET', path: `/automations/${place(id)}/runs/${place(runId)}` }, options),
  };
}
export type Client = ReturnType<typeof createClient>;
