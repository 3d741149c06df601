import './campaigns.css';
import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type PageTemplate, plainOf, type RichText } from '../../../../api/contract/page-model.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { t } from './texts.ts';
import { builderPath, shown } from './useCampaignActions.tsx';
import { useKeyword } from './useKeyword.ts';

/** A template whose answer names a code gives something: what it promises, or its headline, until somebody says it better. */
const offerOf = (template: PageTemplate | null) =>
  template?.offer !== undefined ?
    { discount_type: template.offer.kind, discount_amount: template.offer.amount, offer_title: template.offer.title }
  : template?.reply.includes('{{coupon_code}}') ?
    {
      discount_type: 'free' as const,
      offer_title: plainOf((template.sections['main']?.['Content'] ?? []) as RichText).slice(0, 120),
    }
  : {};

/** The last step before the builder: a name, and a keyword that is free. */
export function NameDialog({
  kind,
  template,
  onClose,
}: {
  readonly kind: 'landing' | 'vote' | 'loop' | 'popup';
  readonly template: PageTemplate | null;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [, go] = useLocation();
  const [name, setName] = useState(template?.name ?? '');
  const [keyword, setKeyword] = useState(template?.keyword ?? '');
  const [busy, setBusy] = useState(false);
  const said = useKeyword(keyword);
  const ready = name.trim() !== '' && keyword.trim() !== '' && said.error === null;
  return (
    <Modal opened onClose={onClose} title={t(kind === 'popup' ? 'gallery.namePopup' : 'gallery.name')} size="sm">
      <form
        className="cmp-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          setBusy(true);
          void run(async () => {
            const { data } = await client.post('/campaigns', {
              body: {
                name: name.trim(),
                type: kind,
                keyword,
                template: template?.id ?? null,
                sections: template?.sections ?? {},
                reply: template?.reply ?? '',
                ...offerOf(template),
              },
              quiet: true,
            });
            await refresh(...shown);
            go(builderPath(kind, data.id));
          }).finally(() => {
            setBusy(false);
          });
        }}
      >
        <TextInput
          label={t('create.name')}
          description={t('create.nameHint')}
          value={name}
          maxLength={120}
          data-autofocus
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <TextInput
          label={t('create.keyword')}
          value={keyword}
          maxLength={40}
          error={said.error}
          description={said.hint}
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
          }}
        />
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!ready}>
            {t('gallery.start')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
