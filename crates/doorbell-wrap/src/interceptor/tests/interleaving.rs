//! Random interleavings: every request gets exactly one response, only the person declines, and in
//! the end nothing is left open.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::simulation::Simulation;
use crate::interceptor::InterceptPolicy;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn invariants_hold_in_any_order(
        policy in select(vec![InterceptPolicy::Always, InterceptPolicy::Missing]),
        capabilities in select(vec![
            json!({}),
            json!({"roots": {}}),
            json!({"elicitation": {}}),
            json!({"elicitation": {"url": {}}}),
            json!({"elicitation": {"form": {}, "url": {}}}),
        ]),
        is_initialised: bool,
        steps in vec((any::<u8>(), any::<u16>()), 0..120),
    ) {
        let mut simulation = Simulation::new(policy, capabilities, is_initialised);
        for (kind, choice) in steps {
            simulation.step(kind, choice.into());
        }
        simulation.end();
    }
}
