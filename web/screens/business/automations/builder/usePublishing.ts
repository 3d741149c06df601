import type { Automation } from '../../../../../api/contract/automations.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { toastSuccess } from '../../../../core/toast.ts';
import { useApp } from '../../../../session/context.tsx';
import { t } from '../texts.ts';
import type { Move } from './PublishDialog.tsx';
import type { useAutomation } from './useAutomation.ts';

/** What is said to the server besides the steps: the name, and that all is published. */
export function usePublishing(
  { id, name }: Pick<Automation, 'id' | 'name'>,
  { draft, setAnswer }: Pick<ReturnType<typeof useAutomation>, 'draft' | 'setAnswer'>,
  refresh: () => void,
) {
  const { client, run } = useApp();
  const refreshAll = useRefresh();
  const params = { id };
  return {
    rename: (typed: string) => {
      const next = typed.trim();
      if (next === '' || next === name) return;
      void run(async () => {
        const body = { revision: null, name: next };
        const { data } = await client.post('/automations/{id}', { params, body, quiet: true });
        setAnswer((held) => ({ ...held, name: data.name }));
        refresh();
      });
    },
    /** Saves and publishes; `moves`: where contacts go whose step is gone. False: it did not work, and that was said. */
    publish: async (moves: readonly Move[]): Promise<boolean> => {
      if (!(await draft.save())) return false;
      const done = await run(async () => {
        const body = { revision: null, publish: true, moves: [...moves] };
        const { data } = await client.post('/automations/{id}', { params, body, quiet: true });
        setAnswer(data);
        toastSuccess(t('au.pub.done', { version: data.version ?? 1 }));
        refresh();
        await refreshAll('/automations');
        return true;
      });
      return done ?? false;
    },
    /** Starts the waits of all who wait again, by what is published. */
    restartWaits: async (): Promise<boolean> => {
      const done = await run(async () => {
        const { data } = await client.post('/automations/{id}/refresh', { params, quiet: true });
        setAnswer(data);
        toastSuccess(t('au.pub.anewDone', { version: data.version ?? 1 }));
        refresh();
        return true;
      });
      return done ?? false;
    },
  };
}
