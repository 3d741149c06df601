import { t } from '../texts.ts';

export const End = () => <p className="muted">{t('au.p.endText')}</p>;
