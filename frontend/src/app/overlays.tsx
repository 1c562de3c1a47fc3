import { Component, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { afterPaint } from "@/ui/hooks/after-paint";

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

/** What lies over pages is wanted by nobody before the page itself stands. */
export function Overlays() {
  const [Late, setLate] = useState<ComponentType>();
  useEffect(() => {
    void afterPaint()
      .then(() => import("@/app/late-overlays"))
      .then(
        (module) => setLate(() => module.default),
        () => undefined,
      );
  }, []);
  return <Quietly>{Late && <Late />}</Quietly>;
}
