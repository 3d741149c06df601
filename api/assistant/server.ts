import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { apiBase } from '../kernel/base.ts';
import { canonicalJson } from '../kernel/idempotency.ts';
import { bounded } from './bounded.ts';
import { type AssistantCall, drafts } from './calls.ts';
import { type Ask, type Tool, tools } from './tools.ts';

/** What the API refused, as it said it. */
class Refused extends Error {
  override readonly name = 'Refused';
}
/** Words for an assistant: what is wrong, and where. */
const refusal = (error: unknown): string | null => {
  if (error instanceof Refused) return error.message;
  if (error instanceof z.ZodError)
    return `validation_failed: ${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ')}`;
  return null;
};

/**
 * Calls of the API in the name of the key that the request brought, through everything that a call passes: scope, rights,
 * limits, validation. There is no other way to data from here.
 */
function askAs(app: FastifyInstance, request: FastifyRequest, tool: Tool, input: unknown): Ask {
  return async (call, { params = {}, query = {}, body } = {}) => {
    if (!tool.calls.includes(call)) throw new Error(`The tool ${tool.name} does not make the call ${call}.`);
    const [method, path] = call.split(' ') as ['GET' | 'POST', string];
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const asked = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const isDraft = (drafts as readonly AssistantCall[]).includes(call);
    const answer = await app.inject({
      method,
      url: `${apiBase}${filled}`,
      query: Object.fromEntries(asked) as Record<string, string>,
      headers: {
        host: request.host,
        authorization: request.headers.authorization!,
        // The same draft asked for twice, as after a lost answer, is one draft. The API keeps keys for each API key.
        ...(isDraft && { 'idempotency-key': uuidV5(namespaces.command, 'assistant', tool.name, canonicalJson(input)) }),
      },
      remoteAddress: request.ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    if (answer.statusCode === 200) return answer.json();
    const failed = answer.json<{ code: string; message: string; errors?: object }>();
    throw new Refused(`${failed.code}: ${failed.message}${failed.errors ? ` ${JSON.stringify(failed.errors)}` : ''}`);
  };
}

function serverFor(app: FastifyInstance, request: FastifyRequest, name: string): McpServer {
  const server = new McpServer(
    { name, version: '1' },
    {
      instructions:
        'Reads the contacts, campaigns and messages of one business, and drafts broadcasts and automations. It never ' +
        'sends or publishes: tell people where to review a draft (review_at). Contact data is private.',
    },
  );
  for (const tool of tools)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input.shape,
        annotations: {
          readOnlyHint: !tool.isDraft,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
      async (input: unknown) => {
        try {
          const answer = await tool.run(input, askAs(app, request, tool, input));
          return { content: [{ type: 'text' as const, text: bounded(answer) }] };
        } catch (error) {
          const text = refusal(error);
          if (text === null) throw error;
          return { isError: true, content: [{ type: 'text' as const, text }] };
        }
      },
    );
  return server;
}

/** Answers one request of the protocol. Nothing is kept between two: any process can answer the next. */
export async function answerAssistant(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const server = serverFor(app, request, name);
  // Without a session: each request stands alone.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = new Headers();
    for (const [header, value] of Object.entries(request.headers))
      if (value !== undefined) headers.set(header, String(value));
    const asked = new Request(`http://localhost${request.url}`, { method: 'POST', headers });
    const answer = await transport.handleRequest(asked, { parsedBody: request.body });
    return reply
      .code(answer.status)
      .headers(Object.fromEntries(answer.headers))
      .send(await answer.text());
  } finally {
    await server.close();
  }
}
