import { Component, lazy, Suspense, type ReactNode } from "react";
import { afterPaint } from "@/ui/after-paint";

// What lies over pages is wanted by nobody before the page itself stands.
const Late = lazy(() => afterPaint().then(() => import("@/app/late-overlays")));

/** Without its overlays, a page works on. */
class Quietly extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

export function Overlays() {
  return (
    <Quietly>
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    </Quietly>
  );
}
