import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toFlat } from '../../../api/contract/email-design.ts';
import type { EmailTemplate } from '../../../api/contract/email-templates.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../session/context.tsx';
import { keepPast, logWithPast } from '../../builder/past.ts';
import { useDraft } from '../../builder/useDraft.ts';
import { type DesignLog, storedDesign } from '../../email-editor/design.ts';

type Records = Record<string, Record<string, unknown>>;

/** A design under work, saved by itself, with its name and subject; Ctrl S saves at once. */
export function useTemplateDraft(template: EmailTemplate) {
  const { client } = useApp();
  const refresh = useRefresh();
  const { id } = template;
  const [begin] = useState(() => {
    const records: Records = {
      mail: { name: template.name, subject: template.subject },
      ...(toFlat(storedDesign(template)) as Records),
    };
    return { log: logWithPast(id, template.revision, records), revision: template.revision };
  });
  const put = useCallback(
    async ({ mail, ...records }: Records, revision: number) => {
      const { data } = await client.put('/email-templates/{id}', {
        params: { id },
        body: { ...(mail as { name?: string; subject?: string } | undefined), records, revision },
        quiet: true,
      });
      return { revision: data.revision, version: null, edited: true };
    },
    [client, id],
  );
  const draft = useDraft(begin, put);
  const { log, revision, state } = draft;
  useEffect(() => {
    if (state === 'saved') keepPast(id, revision, log);
  }, [id, revision, log, state]);
  // What lists show is as it was: it is read again when it is next looked at.
  const left = useRef(refresh);
  useEffect(() => {
    left.current = refresh;
  });
  useEffect(
    () => () => {
      void left.current('/email-templates');
    },
    [],
  );
  const { name = '', subject = '' } = (log.page['mail'] ?? {}) as { readonly name?: string; readonly subject?: string };
  const designLog = useMemo<DesignLog>(
    () => ({
      log,
      edit: draft.edit,
      replace: (records: Parameters<typeof draft.replace>[0]) => {
        draft.replace(records);
      },
      undo: draft.undo,
      redo: draft.redo,
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- these stay the same as long as the draft does
    [log, draft.edit, draft.replace, draft.undo, draft.redo],
  );
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void draft.save();
      }
    };
    document.addEventListener('keydown', hear);
    return () => {
      document.removeEventListener('keydown', hear);
    };
  });
  return { draft, designLog, name, subject };
}
