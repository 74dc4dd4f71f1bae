import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main>
      <Notice problem={{ key: 'unknown', params: {}, details: `${error.name}: ${error.message}` }}>
        <Button onPress={onRetry}>{t('problem.retry')}</Button>
      </Notice>
    </main>
  );
}

interface Props {
  readonly children: ReactNode;
}

/** Shows a notice when rendering fails, in place of a blank window. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | null }> {
  override readonly state = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Broken error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
