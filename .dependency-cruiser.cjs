const folders = [
  'domain',
  'commands',
  'projections',
  'workers',
  'adapters',
  'api',
  'web',
  'sandbox',
  'migrations',
  'main',
  'test',
];

/** `folder` may import only the project's files that match `allowed` (besides npm packages and Node's own). */
const only = (folder, allowed, comment) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment,
  from: { path: `^${folder}/` },
  to: { path: `^(${folders.join('|')})/`, pathNot: [`^${folder}/`, ...allowed] },
});

/** What a field holds and what a list can be sorted and filtered by: for server and browser alike. */
const fields = '^domain/.*/(fields|list|filter|number-status)\\.ts$';
/** What a page is made of: the server checks it, the browser edits and draws it. */
const pageModel = '^domain/pages/(field|rich-text|model|consent|answers|coupon-look|templates|kinds/[a-z-]+)\\.ts$';
/** What an email is made of, and what is merged into it: the server checks and compiles it, the browser edits it. */
const emailModel = '^domain/(personalization/template|email-design/[a-z-]+)\\.ts$';
/** What an automation may be, and what is wrong with it: the server checks it, the browser draws it and says so while it is drawn. */
const automationModel =
  '^domain/(automations/(values|triggers|steps|document)/[a-z-]+|kernel/(edit|decider|errors|event))\\.ts$';
const ports = '^adapters/.*port\\.ts$';

/** Parts of a folder that build on other parts of it, one way; all others know nothing of each other. */
const buildsOn = {
  commands: {
    /** An agency and a business come with a user, who owns them. */
    agencies: ['users'],
    businesses: ['users', 'campaigns', 'agencies'],
    /** A number and a campaign are given to a business. */
    setup: ['businesses', 'campaigns'],
    /** A number that was bought is set up. */
    providers: ['setup', 'businesses'],
    /** A business is registered with the carrier account that holds its number, and its fee comes out of a wallet. */
    registrations: ['businesses', 'providers', 'payments', 'wallets', 'notifications'],
    /** The carrier account that holds a number is told where its calls go. */
    calls: ['providers'],
    /** What is written in live chat is a message. */
    livechat: ['messages'],
    /** A campaign's keyword follows the business's number. */
    campaigns: ['businesses'],
    /** Who joins a campaign, by text or on a page, gets its coupon, and is a member of its loop. */
    messages: ['coupons', 'loops', 'votes', 'custom-fields'],
    /** What a broadcast says has merge fields and short links. */
    broadcasts: ['custom-fields', 'links', 'emails'],
    /** What a broadcaster confirms by text goes out as any broadcast, and is answered. */
    'texted-broadcasts': ['broadcasts', 'messages'],
    emails: ['custom-fields'],
    pages: ['coupons', 'emails'],
    /** An automation does what people do: it says, emails, gives coupons, puts into campaigns, registers for webinars. */
    automations: ['contacts', 'coupons', 'custom-fields', 'links', 'emails', 'campaigns', 'integrations'],
    /** A contact whom a service tells of enters a campaign as by its page. */
    integrations: ['campaigns'],
    /** A template holds what an email is compiled from. */
    'email-templates': ['emails'],
    /** Who has joined a campaign hears of it, and of its coupon. */
    members: ['campaigns', 'coupons', 'emails'],
    /** A coupon is of a campaign and of a contact. */
    coupons: ['campaigns', 'contacts'],
    /** An unlocked reward is handed out by a coupon. */
    loops: ['coupons'],
    /** What is sent with coupons and merge fields. */
    delivery: ['coupons', 'custom-fields'],
    /** A teammate is a user, whose address is claimed as an owner's is. */
    team: ['users'],
    /** A subscription is charged to the payer's customer. */
    subscriptions: ['payments'],
    /** What is paid in goes into a wallet. */
    payments: ['wallets'],
    /** Someone who orders pays and subscribes as everyone does, and becomes an agency or a business with an owner. */
    orders: ['agencies', 'businesses', 'users', 'payments', 'subscriptions'],
    /** What is done to many is done to each. */
    bulk: ['contacts', 'automations'],
    /** What the payment provider tells is heard by each part that it is about. */
    'payment-events': ['payments', 'subscriptions', 'invoices'],
    /** The provider's invoices are of a payer's account there. */
    invoices: ['payments'],
  },
  workers: {
    /** A broadcast holds back and lets go of its recipients, who wait with all that goes out. */
    broadcasts: ['delivery'],
  },
};
/** What all parts stand on. */
const forAll = '^(workers/engine|commands/(kernel|directory|delivery))/';
const sideways = Object.entries(buildsOn).flatMap(([folder, parts]) => [
  {
    name: `${folder}-sideways`,
    comment: 'Parts of a folder know nothing of each other, but for the arrows in `buildsOn`.',
    severity: 'error',
    from: { path: `^${folder}/([^/]+)/`, pathNot: Object.keys(parts).map((part) => `^${folder}/${part}/`) },
    to: { path: `^${folder}/[^/]+/`, pathNot: [`^${folder}/$1/`, forAll] },
  },
  ...Object.entries(parts).map(([part, others]) => ({
    name: `${folder}-${part}-sideways`,
    severity: 'error',
    from: { path: `^${folder}/${part}/` },
    to: { path: `^${folder}/[^/]+/`, pathNot: [forAll, ...[part, ...others].map((other) => `^${folder}/${other}/`)] },
  })),
]);

/** Who may import what: docs/architecture.md, section 2. */
module.exports = {
  forbidden: [
    only('domain', [], 'The domain is pure.'),
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['npm'], pathNot: 'node_modules/(zod|libphonenumber-js|luxon)/' },
    },
    {
      name: 'domain-does-no-io',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    only('commands', ['^domain/', ports], 'Commands know ports, not what is behind them.'),
    ...sideways,
    {
      name: 'only-workers-send',
      comment: 'What reaches a person leaves through a worker: decision 16.',
      severity: 'error',
      from: { path: '^(commands|projections)/' },
      to: { path: '^adapters/(sms|email|push)/' },
    },
    {
      name: 'rehearsal-can-not-send',
      comment: 'A rehearsal is played from events and gives back words: nothing that appends or sends can be reached.',
      severity: 'error',
      from: { path: '^domain/automations/rehearsal/|^commands/automations/rehearse-people\\.ts$' },
      to: {
        path: '^(workers|api|main)/|^commands/(?!automations/rehearse-people)|^adapters/(?!event-store/port)',
        reachable: true,
      },
    },
    only('projections', ['^domain/', '^adapters/database/', ports], 'Read models are built from events alone.'),
    {
      name: 'read-models-share-tables',
      comment: 'A read model looks into another by its tables alone: never at how it is filled, nor at its queries.',
      severity: 'error',
      from: { path: '^projections/([^/]+)/' },
      to: { path: '^projections/[^/]+/', pathNot: '^projections/($1|engine|tables)/' },
    },
    {
      name: 'tables-stand-alone',
      severity: 'error',
      from: { path: '^projections/tables/' },
      to: { path: '^projections/', pathNot: '^projections/(tables|engine)/' },
    },
    {
      name: 'the-engine-knows-no-read-model',
      severity: 'error',
      from: { path: '^projections/engine/' },
      to: { path: '^projections/[^/]+/', pathNot: '^projections/engine/' },
    },
    only(
      'workers',
      ['^domain/', '^commands/', '^adapters/database/', ports],
      'Workers act through commands and ports.',
    ),
    only('adapters', ['^domain/'], 'Adapters are the outside.'),
    only(
      'api',
      ['^domain/', '^commands/', '^projections/', '^adapters/database/', ports],
      'The API asks commands and queries.',
    ),
    only('web', ['^api/contract/'], 'The web knows the contract only.'),
    {
      name: 'screens-stand-alone',
      severity: 'error',
      comment: 'A screen takes from its own folder, from what several roles share, and from below.',
      from: { path: '^web/screens/((?:admin|agency|business)/[^/]+|[^/]+)/' },
      to: {
        path: '^web/screens/',
        pathNot: [
          '^web/screens/$1/',
          '^web/screens/(tenancy|notifications|uploads|email-templates|payments|registrations)/',
          '^web/screens/\\w+/\\w+\\.css$',
          // An agency reads a broadcast as whoever wrote it does.
          '^web/screens/business/broadcasts/(broadcasts\\.css|presentation\\.tsx|compose/(labels|Preview|EmailPreview|Audience)\\.)',
          // Who orders fills in a guest's form, and pays with a card as those do who are signed in.
          '^web/screens/(guest/(rules|useForm)|payments/stripe-elements)\\.ts$',
          // What texts are written with: counter, emoji and pictures of live chat serve broadcasts, too.
          '^web/screens/business/livechat/(SegmentCounter|EmojiButton|Tabs|attachments|texts|livechat)\\.',
          // What an automation says is written, and tried on oneself, as a broadcast is.
          '^web/screens/business/broadcasts/compose/(TextBox|MergeMenu|ChooseDesign|TestDialog|useDesign)\\.',
          // Which automations somebody is in stands wherever the contact does.
          '^web/screens/business/automations/manual-actions/ContactAutomations\\.',
        ],
      },
    },
    {
      name: 'shared-screens-stand-below',
      severity: 'error',
      from: { path: '^web/screens/(tenancy|notifications|uploads|email-templates)/' },
      to: { path: '^web/screens/', pathNot: '^web/screens/$1/' },
    },
    {
      name: 'web-goes-down',
      severity: 'error',
      comment: 'Screens stand in the shell, both are made of components; only the application knows them all.',
      from: { path: '^web/(messages|theme|format|core|api|session|live|data|plain|components)/' },
      to: { path: '^web/(shell|screens|routes|app)/' },
    },
    {
      name: 'light-before-the-sign-in',
      severity: 'error',
      comment: 'Who only wants to sign in does not wait for the component library, or for schemas.',
      from: { path: '^web/(plain|screens/guest)/' },
      to: { path: 'node_modules/(@mantine|zod|swr)/|^web/components/(?!PageHeader)' },
    },
    {
      name: 'no-schemas-around-the-screens',
      severity: 'error',
      comment: 'Schemas come with forms: what every screen needs checks by hand.',
      from: { path: '^web/(app|routes|core|api|session|live|data|format|shell)/' },
      to: { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'components-bring-no-schemas',
      severity: 'error',
      comment: 'What every screen shares takes types of the contract, and values where no schema comes with them.',
      from: { path: '^web/components/(?!form/|plan/|ProviderCard)' },
      to: {
        path: '^api/contract/(?!(attributes|export-titles|number-status)\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contract-is-for-browsers',
      severity: 'error',
      from: { path: '^api/contract/' },
      to: {
        path: `^(${folders.join('|')})/|^node:`,
        pathNot: [
          '^api/contract/',
          '^domain/(sms|personalization)/(?!values)',
          '^domain/kernel/(web-address|money)\\.ts$',
          '^domain/contacts/(attributes|import-sources|limits|states|sent-fields)\\.ts$',
          fields,
          pageModel,
          emailModel,
          automationModel,
        ],
      },
    },
    {
      name: 'page-model-is-for-browsers',
      severity: 'error',
      from: { path: pageModel },
      to: {
        pathNot: [
          pageModel,
          fields,
          '^domain/contacts/(attributes|limits)\\.ts$',
          '^domain/kernel/errors\\.ts$',
          '^domain/(kernel/text|sms/values)\\.ts$',
          '^domain/kernel/web-address\\.ts$',
          'node_modules/zod/',
        ],
      },
    },
    {
      name: 'email-model-is-for-browsers',
      severity: 'error',
      from: { path: emailModel },
      to: {
        pathNot: [
          emailModel,
          fields,
          '^domain/kernel/errors\\.ts$',
          '^domain/(kernel/text|sms/values)\\.ts$',
          '^domain/kernel/web-address\\.ts$',
          'node_modules/zod/',
        ],
      },
    },
    {
      name: 'automation-model-is-for-browsers',
      comment: 'The builder runs what steps and triggers declare: no library but zod, and no file that needs a server.',
      severity: 'error',
      from: { path: '^domain/automations/(values|triggers|steps|document)/', pathNot: '/(circle|templates)\\.ts$' },
      to: {
        pathNot: [
          automationModel,
          '^domain/contacts/(attributes|limits)\\.ts$',
          fields,
          '^domain/(personalization/(fields|template)|sms/(keywords|values|words|phone)|contacts/states)\\.ts$',
          '^domain/kernel/(text|web-address|personal)\\.ts$',
          'node_modules/zod/',
        ],
      },
    },
    {
      name: 'fields-are-for-browsers',
      comment:
        'The contract takes fields from here: no library but zod, and no file of the domain that needs a server.',
      severity: 'error',
      from: { path: fields },
      to: {
        pathNot: [
          fields,
          '^domain/kernel/personal\\.ts$',
          '^domain/(kernel/(text|money|channels)|sms/values)\\.ts$',
          '^domain/contacts/filter\\.ts$',
          '^domain/contacts/(attributes|import-sources|limits|states|sent-fields)\\.ts$',
          '^domain/kernel/web-address\\.ts$',
          'node_modules/zod/',
        ],
      },
    },
    only('sandbox', [], 'The sandbox stands for the outside: it shares nothing with us.'),
    only('migrations', ['^adapters/database/'], 'Migrations are frozen in time.'),
    {
      name: 'eventstoredb-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(adapters/event-store/eventstoredb|test)/' },
      to: { path: 'node_modules/@eventstore' },
    },
    {
      name: 'twilio-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(adapters/(sms/twilio|voice)|test)/' },
      to: { path: 'node_modules/twilio/' },
    },
    {
      name: 'stripe-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(adapters/payments/stripe|test)/' },
      to: { path: 'node_modules/stripe/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
