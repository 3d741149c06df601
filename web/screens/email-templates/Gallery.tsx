import { Modal } from '@mantine/core';
import { type EmailDesign, emptyDesign, starters } from '../../../api/contract/email-design.ts';
import { Thumb } from '../../email-editor/Thumb.tsx';
import { t } from './texts.ts';

export interface Start {
  readonly name: string;
  readonly subject: string;
  readonly design: EmailDesign;
}

/** What a template can begin as. */
export function Gallery({
  onPick,
  onClose,
}: {
  readonly onPick: (start: Start) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const blank: Start = { name: t('et.untitled'), subject: '', design: emptyDesign() };
  return (
    <Modal opened onClose={onClose} size="xl" title={t('et.gallery')}>
      <ul className="et-gallery">
        {[
          { ...blank, title: t('et.blank'), about: t('et.blankText') },
          ...starters.map((one) => ({ ...one, title: one.name })),
        ].map(({ title, about, name, subject, design }) => (
          <li key={title}>
            <button type="button" onClick={() => void onPick({ name, subject, design })}>
              <Thumb design={design} />
              <strong>{title}</strong>
              <span className="muted">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
