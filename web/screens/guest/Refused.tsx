import { IconAlertCircle } from '@tabler/icons-react';

/** Why a form was refused, read out at once. */
export const Refused = ({ why }: { readonly why: string | null }) =>
  why === null ? null : (
    <div className="wrong" role="alert">
      <IconAlertCircle size={17} aria-hidden />
      {why}
    </div>
  );
