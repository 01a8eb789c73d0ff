// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

namespace twintrace
{
namespace
{

constexpr std::size_t kLeastRounds = 3;
constexpr double kScaledMad = 1.4826; // MAD of a normal distribution times this is its sigma

double middleOf(std::vector<double>& samples)
{
    if (samples.empty())
        return 0;
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    if (samples.size() % 2 == 1)
        return *middle;
    return (*std::max_element(samples.begin(), middle) + *middle) / 2;
}

/// Linear between the order statistics (type 7 of Hyndman & Fan); `sorted` is not empty.
double quantile(const std::vector<double>& sorted, double probability)
{
    const double position = probability * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Interval percentileInterval(std::vector<double>& replicates)
{
    std::sort(replicates.begin(), replicates.end());
    return {quantile(replicates, 0.025), quantile(replicates, 0.975)};
}

/// 97.5 % point of Student's t over that of the normal, times sqrt(n / (n - 1)): what a percentile interval
/// over n independent clusters lacks in width. Table: Student's t, two-sided 95 %, 1..30 degrees of freedom.
double fewRoundsWidening(std::size_t rounds)
{
    static constexpr std::array<double, 30> kStudent = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
        2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
        2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    const auto n = static_cast<double>(rounds);
    const double student = rounds - 1 <= kStudent.size() ? kStudent[rounds - 2] : 1.96 + 2.4 / n;
    return student / 1.96 * std::sqrt(n / (n - 1));
}

/// The median of `samples` drawn again from a sorted list, without drawing all of them: the k-th smallest of
/// n uniform draws is Beta(k, n - k + 1), and the next one lies Beta(1, n - k) of the way from there to 1.
class MedianOfDraw
{
  public:
    explicit MedianOfDraw(const std::vector<double>& sorted) : m_sorted(sorted) {}

    double operator()(std::mt19937_64& random)
    {
        const std::size_t n = m_sorted.size();
        if (n % 2 == 1)
            return at(beta(random, static_cast<double>(n / 2 + 1), static_cast<double>(n / 2 + 1)));
        const double lower = beta(random, static_cast<double>(n / 2), static_cast<double>(n / 2 + 1));
        const double upper = lower + (1 - lower) * beta(random, 1, static_cast<double>(n / 2));
        return (at(lower) + at(upper)) / 2;
    }

  private:
    static double beta(std::mt19937_64& random, double a, double b)
    {
        const double x = std::gamma_distribution<double>(a, 1)(random);
        const double y = std::gamma_distribution<double>(b, 1)(random);
        return x / (x + y);
    }
    double at(double uniform) const
    {
        const auto index = static_cast<std::size_t>(uniform * static_cast<double>(m_sorted.size()));
        return m_sorted[std::min(index, m_sorted.size() - 1)];
    }

    const std::vector<double>& m_sorted;
};

/// Median of rounds drawn with repetition: one pass over all samples in order, each weighing as often as its
/// round was drawn.
class MedianOfRounds
{
  public:
    explicit MedianOfRounds(const Rounds& rounds) : m_size(rounds.size())
    {
        for (std::size_t round = 0; round < rounds.size(); ++round)
            for (const double sample : rounds[round])
                m_samples.push_back({sample, round});
        std::sort(m_samples.begin(), m_samples.end());
        for (const auto& round : rounds)
            m_counts.push_back(round.size());
    }

    double operator()(const std::vector<std::uint32_t>& timesDrawn) const
    {
        std::uint64_t total = 0;
        for (std::size_t round = 0; round < m_size; ++round)
            total += timesDrawn[round] * m_counts[round];
        const std::uint64_t lower = (total + 1) / 2;
        const std::uint64_t upper = total / 2 + 1;
        std::uint64_t seen = 0;
        double lowerValue = 0;
        for (const auto& [sample, round] : m_samples) {
            const bool wasBelow = seen < lower;
            seen += timesDrawn[round];
            if (wasBelow && seen >= lower)
                lowerValue = sample;
            if (seen >= upper)
                return (lowerValue + sample) / 2;
        }
        return lowerValue;
    }

  private:
    std::size_t m_size;
    std::vector<std::pair<double, std::size_t>> m_samples;
    std::vector<std::size_t> m_counts;
};

void drawRounds(std::mt19937_64& random, std::vector<std::uint32_t>& timesDrawn)
{
    std::fill(timesDrawn.begin(), timesDrawn.end(), 0);
    std::uniform_int_distribution<std::size_t> pick(0, timesDrawn.size() - 1);
    for (std::size_t i = 0; i < timesDrawn.size(); ++i)
        ++timesDrawn[pick(random)];
}

Rounds withoutEmptyRounds(const Rounds& rounds)
{
    Rounds kept;
    std::copy_if(rounds.begin(), rounds.end(), std::back_inserter(kept),
                 [](const auto& r) { return !r.empty(); });
    return kept;
}

bool canPair(const Rounds& baseline, const Rounds& candidate)
{
    if (baseline.size() != candidate.size() || baseline.size() < kLeastRounds)
        return false;
    const auto isEmpty = [](const auto& round) { return round.empty(); };
    return std::none_of(baseline.begin(), baseline.end(), isEmpty) &&
           std::none_of(candidate.begin(), candidate.end(), isEmpty);
}

Interval ratioOfPairedRounds(const Rounds& baseline, const Rounds& candidate, double ratio,
                             const BootstrapOptions& options)
{
    const MedianOfRounds baselineMedian(baseline);
    const MedianOfRounds candidateMedian(candidate);
    std::mt19937_64 random(options.seed);
    std::vector<std::uint32_t> timesDrawn(baseline.size());
    std::vector<double> logRatios;
    for (std::size_t i = 0; i < options.replicates; ++i) {
        drawRounds(random, timesDrawn);
        const double below = candidateMedian(timesDrawn);
        const double above = baselineMedian(timesDrawn);
        if (below > 0 && above > 0)
            logRatios.push_back(std::log(above / below));
    }
    if (logRatios.empty())
        return {ratio, ratio};
    const Interval logs = percentileInterval(logRatios);
    const double centre = std::log(ratio);
    const double widening = fewRoundsWidening(baseline.size());
    return {std::exp(centre + (std::min(logs.low, centre) - centre) * widening),
            std::exp(centre + (std::max(logs.high, centre) - centre) * widening)};
}

Interval ratioOfSamples(std::vector<double> baseline, std::vector<double> candidate, double ratio,
                        const BootstrapOptions& options)
{
    std::sort(baseline.begin(), baseline.end());
    std::sort(candidate.begin(), candidate.end());
    MedianOfDraw baselineMedian(baseline);
    MedianOfDraw candidateMedian(candidate);
    std::mt19937_64 random(options.seed);
    std::vector<double> ratios;
    for (std::size_t i = 0; i < options.replicates; ++i) {
        const double above = baselineMedian(random);
        const double below = candidateMedian(random);
        if (below > 0)
            ratios.push_back(above / below);
    }
    return ratios.empty() ? Interval{ratio, ratio} : percentileInterval(ratios);
}

} // namespace

double median(std::span<const double> samples)
{
    std::vector<double> copy(samples.begin(), samples.end());
    return middleOf(copy);
}

double medianAbsoluteDeviation(std::span<const double> samples)
{
    const double centre = median(samples);
    std::vector<double> distances;
    distances.reserve(samples.size());
    for (const double sample : samples)
        distances.push_back(std::abs(sample - centre));
    return middleOf(distances);
}

std::size_t countOutliers(std::span<const double> samples)
{
    const double centre = median(samples);
    const double limit = 3 * kScaledMad * medianAbsoluteDeviation(samples);
    if (limit <= 0)
        return 0;
    return static_cast<std::size_t>(std::count_if(
        samples.begin(), samples.end(), [=](double sample) { return std::abs(sample - centre) > limit; }));
}

Interval bootstrapMedian(std::span<const double> samples, const BootstrapOptions& options)
{
    if (samples.empty())
        return {};
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    MedianOfDraw medianOfDraw(sorted);
    std::mt19937_64 random(options.seed);
    std::vector<double> medians(std::max<std::size_t>(options.replicates, 1));
    for (double& value : medians)
        value = medianOfDraw(random);
    return percentileInterval(medians);
}

Interval bootstrapMedian(const Rounds& rounds, const BootstrapOptions& options)
{
    const Rounds kept = withoutEmptyRounds(rounds);
    const std::vector<double> all = pooled(kept);
    if (kept.size() < kLeastRounds)
        return bootstrapMedian(std::span<const double>(all), options);
    const MedianOfRounds medianOfRounds(kept);
    std::mt19937_64 random(options.seed);
    std::vector<std::uint32_t> timesDrawn(kept.size());
    std::vector<double> medians(std::max<std::size_t>(options.replicates, 1));
    for (double& value : medians) {
        drawRounds(random, timesDrawn);
        value = medianOfRounds(timesDrawn);
    }
    const Interval plain = percentileInterval(medians);
    const double centre = median(all);
    const double widening = fewRoundsWidening(kept.size());
    return {centre + (std::min(plain.low, centre) - centre) * widening,
            centre + (std::max(plain.high, centre) - centre) * widening};
}

RatioEstimate bootstrapRatio(const Rounds& baseline, const Rounds& candidate, const BootstrapOptions& options)
{
    std::vector<double> above = pooled(baseline);
    std::vector<double> below = pooled(candidate);
    const double belowMedian = median(below);
    if (above.empty() || belowMedian <= 0)
        return {};
    RatioEstimate estimate;
    estimate.ratio = median(above) / belowMedian;
    estimate.interval = canPair(baseline, candidate) && estimate.ratio > 0
                            ? ratioOfPairedRounds(baseline, candidate, estimate.ratio, options)
                            : ratioOfSamples(std::move(above), std::move(below), estimate.ratio, options);
    return estimate;
}

std::vector<double> pooled(const Rounds& rounds)
{
    std::vector<double> all;
    for (const auto& round : rounds)
        all.insert(all.end(), round.begin(), round.end());
    return all;
}

} // namespace twintrace
