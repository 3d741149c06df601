import { type ReactNode, useState } from 'react';
import { useRefresh } from '../../../api/refresh.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useApp } from '../../../session/context.tsx';
import { t } from './texts.ts';

interface Subject {
  readonly id: string;
  readonly name: string;
}

/** The dialog in which an operator stops selling a plan for agencies. */
export function useDeletePlan(onDeleted: () => void): {
  readonly ask: (plan: Subject) => void;
  readonly dialog: ReactNode;
} {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [plan, setPlan] = useState<Subject | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return {
    ask: (subject) => {
      setPlan(subject);
      setIsOpen(true);
    },
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        title={t('plan.deleteTitle', { name: plan?.name ?? '' })}
        text={t('plan.deleteText')}
        confirm={t('plan.deleteConfirm')}
        onConfirm={() =>
          run(async () => {
            await client.delete('/plans/{id}', { params: { id: plan!.id } });
            onDeleted();
            await refresh('/subscriptions/plans');
          })
        }
        onClose={() => {
          setIsOpen(false);
        }}
      />
    ),
  };
}
