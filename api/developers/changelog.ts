/** What changed for programs, the newest first. What goes or changes its meaning is announced under deprecations first. */
export const changelog: readonly { readonly day: string; readonly changes: readonly string[] }[] = [
  {
    day: '2026-11-27',
    changes: [
      'These pages, and a typed client to download.',
      'Assistants connect over the Model Context Protocol at `/mcp`: they read and draft.',
      'Automations that send webhooks name the request in `webhook-id`.',
      'Webhook endpoints: signed events with replay, polling and a log of deliveries.',
      'API keys with scopes, address lists, rotation and rate limit headers.',
    ],
  },
];
